# XAMT_INTERPRETER: the Python that has the frameworks (may be empty). XAMT_SCRIPT_PYTHON: any Python 3, for scripts.
# XAMT_CACHE_FOLDER: where tools/setup keeps downloads (may be empty).
include_guard()

set(XAMT_INTERPRETER "${XAMT_PYTHON}")
foreach(recorded "${CMAKE_BINARY_DIR}/setup.json" "${CMAKE_CURRENT_SOURCE_DIR}/build/setup.json")
    if(NOT XAMT_INTERPRETER AND EXISTS "${recorded}")
        file(READ "${recorded}" text)
        string(JSON XAMT_INTERPRETER ERROR_VARIABLE ignored GET "${text}" python)
        string(JSON XAMT_CACHE_FOLDER ERROR_VARIABLE ignored GET "${text}" cache)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${recorded}")
    endif()
endforeach()
if(XAMT_INTERPRETER AND NOT EXISTS "${XAMT_INTERPRETER}")
    message(WARNING "xamt: the Python interpreter ${XAMT_INTERPRETER} does not exist; run tools/setup, or pass -DXAMT_PYTHON=")
    set(XAMT_INTERPRETER "")
endif()

find_program(XAMT_SCRIPT_PYTHON NAMES python3 PATHS /usr/bin)
if(NOT XAMT_SCRIPT_PYTHON)
    set(XAMT_SCRIPT_PYTHON "${XAMT_INTERPRETER}")
endif()

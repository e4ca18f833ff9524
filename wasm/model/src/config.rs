//! A model's shape (config.json) and how the host wants it to run.
use crate::error::{ModelError, Result};
use crate::layers::Named;
use crate::{bert, ngrams};
use serde::Deserialize;

/// What config.json says about the architecture. Names are those of the file.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Config {
    #[serde(default = "bert")]
    model_type: String,
    #[serde(default = "gelu")]
    hidden_act: String,
    #[serde(default = "absolute")]
    position_embedding_type: String,
    pub(crate) vocab_size: usize,
    pub(crate) hidden_size: usize,
    pub(crate) num_hidden_layers: usize,
    pub(crate) num_attention_heads: usize,
    pub(crate) intermediate_size: usize,
    pub(crate) max_position_embeddings: usize,
    #[serde(default = "two")]
    pub(crate) type_vocab_size: usize,
    #[serde(default = "small")]
    pub(crate) layer_norm_eps: f32,
}

fn bert() -> String {
    "bert".into()
}
fn gelu() -> String {
    "gelu".into()
}
fn absolute() -> String {
    "absolute".into()
}
fn two() -> usize {
    2
}
fn small() -> f32 {
    1e-12
}

/// Whose architecture a config.json names.
#[derive(Debug, Clone)]
pub(crate) enum Architecture {
    Bert(Config),
    Ngrams(NgramConfig),
}

impl Architecture {
    pub(crate) fn read(text: &str) -> Result<Architecture> {
        #[derive(Deserialize)]
        struct Kind {
            #[serde(default = "bert")]
            model_type: String,
        }
        match serde_json::from_str(text) {
            Ok(Kind { model_type }) if model_type == NGRAMS => NgramConfig::read(text).map(Architecture::Ngrams),
            _ => Config::read(text).map(Architecture::Bert),
        }
    }

    pub(crate) fn tensors(&self) -> Vec<Named> {
        match self {
            Architecture::Bert(config) => bert::tensors(config),
            Architecture::Ngrams(config) => ngrams::tensors(config),
        }
    }

    pub(crate) fn vocab_size(&self) -> usize {
        match self {
            Architecture::Bert(config) => config.vocab_size,
            Architecture::Ngrams(config) => config.vocab_size,
        }
    }

    /// The most pieces of a text.
    pub(crate) fn limit(&self, options: &Options) -> usize {
        options.max_length.min(match self {
            Architecture::Bert(config) => config.max_position_embeddings,
            Architecture::Ngrams(config) => config.max_position_embeddings,
        })
    }
}

/// The name of `NgramConfig` in a config.json.
const NGRAMS: &str = "use";

/// The Universal Sentence Encoder, multilingual, with windows of pieces.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct NgramConfig {
    pub(crate) vocab_size: usize,
    pub(crate) hidden_size: usize,
    /// How many pieces the windows have.
    pub(crate) ngrams: Vec<usize>,
    /// How many values a window gives.
    pub(crate) ngram_size: usize,
    pub(crate) layer_norm_eps: f32,
    /// It has no positions; longer texts are cut.
    pub(crate) max_position_embeddings: usize,
}

impl NgramConfig {
    fn read(text: &str) -> Result<NgramConfig> {
        let config: NgramConfig = serde_json::from_str(text)
            .map_err(|error| ModelError::new(format!("config.json is unreadable: {error}")))?;
        let is_width = |width: usize| width > 0 && width % 8 == 0 && width <= MAX_WIDTH;
        let are_windows =
            (1..=MAX_WINDOWS).contains(&config.ngrams.len()) && config.ngrams.iter().all(|size| (1..=9).contains(size));
        let has_size = config.vocab_size > 0 && config.max_position_embeddings >= 3;
        let is_small = config.layer_norm_eps > 0.0 && config.layer_norm_eps < 1.0;
        if is_width(config.hidden_size) && is_width(config.ngram_size) && are_windows && has_size && is_small {
            return Ok(config);
        }
        Err(ModelError::new("config.json names a model that ra cannot run: its sizes are out of range"))
    }

    /// Values of a piece before its text is summed.
    pub(crate) fn features(&self) -> usize {
        self.hidden_size + self.ngrams.len() * self.ngram_size
    }
}

/// No known encoder is near these, and sums of products fit 32 bits below them.
const MAX_WIDTH: usize = 16_384;
const MAX_LAYERS: usize = 1_000;
const MAX_WINDOWS: usize = 8;

impl Config {
    pub(crate) fn read(text: &str) -> Result<Config> {
        let config: Config = serde_json::from_str(text)
            .map_err(|error| ModelError::new(format!("config.json is unreadable: {error}")))?;
        config
            .check()
            .map_err(|what| ModelError::new(format!("config.json names a model that ra cannot run: {what}")))?;
        Ok(config)
    }

    fn check(&self) -> std::result::Result<(), String> {
        for (name, value, known) in [
            ("model_type", &self.model_type, "bert"),
            ("hidden_act", &self.hidden_act, "gelu"),
            ("position_embedding_type", &self.position_embedding_type, "absolute"),
        ] {
            if value != known {
                return Err(format!("{name} is \"{value}\", known is \"{known}\""));
            }
        }
        for (name, width) in [("hidden_size", self.hidden_size), ("intermediate_size", self.intermediate_size)] {
            if width == 0 || width % 8 != 0 || width > MAX_WIDTH {
                return Err(format!("{name} is {width}, and must be a multiple of 8 up to {MAX_WIDTH}"));
            }
        }
        if self.num_attention_heads == 0 || self.hidden_size % self.num_attention_heads != 0 {
            return Err(format!("{} heads do not share {} values", self.num_attention_heads, self.hidden_size));
        }
        if self.num_hidden_layers == 0 || self.num_hidden_layers > MAX_LAYERS {
            return Err(format!("num_hidden_layers is {}", self.num_hidden_layers));
        }
        if self.vocab_size == 0 || self.max_position_embeddings < 3 || self.type_vocab_size == 0 {
            return Err("it has no words, positions or types".into());
        }
        if !(self.layer_norm_eps > 0.0 && self.layer_norm_eps < 1.0) {
            return Err(format!("layer_norm_eps is {}", self.layer_norm_eps));
        }
        Ok(())
    }
}

/// The arithmetic of the large products.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(crate) enum Dtype {
    #[serde(rename = "f32")]
    F32,
    #[serde(rename = "int8")]
    Int8,
}

impl Dtype {
    pub(crate) fn named(name: &str) -> Result<Dtype> {
        match name {
            "f32" => Ok(Dtype::F32),
            "int8" => Ok(Dtype::Int8),
            _ => Err(ModelError::new(format!("the dtype \"{name}\" is unknown; known are f32 and int8"))),
        }
    }
}

/// How the vectors of a text's word pieces become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Pooling {
    Mean,
    Cls,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Options {
    #[serde(default = "int8")]
    pub(crate) dtype: Dtype,
    #[serde(default = "mean")]
    pub(crate) pooling: Pooling,
    /// The most word pieces of a text, with [CLS] and [SEP]. The model's positions limit it too.
    #[serde(default = "unlimited")]
    pub(crate) max_length: usize,
}

fn int8() -> Dtype {
    Dtype::Int8
}
fn mean() -> Pooling {
    Pooling::Mean
}
fn unlimited() -> usize {
    usize::MAX
}

impl Options {
    pub(crate) fn read(text: &str) -> Result<Options> {
        let options: Options = serde_json::from_str(text)
            .map_err(|error| ModelError::new(format!("the model's options are unreadable: {error}")))?;
        if options.max_length < 3 {
            return Err(ModelError::new(format!("maxLength is {}, and must be at least 3", options.max_length)));
        }
        Ok(options)
    }
}

import type { SherpaRecogniser } from './sherpa-models.ts'

// One thread each: two processes with one thread are faster than one process with two.
const onOneThread = { numThreads: 1, provider: 'cpu', debug: false }

/** `language` is a code, or `auto` to detect it; recognisers of one language ignore it. */
export function recogniserConfig(recogniser: SherpaRecogniser, language: string): object {
  return {
    featConfig: { sampleRate: 16_000, featureDim: 80 },
    modelConfig: { ...modelOf(recogniser, language), tokens: recogniser.tokens, ...onOneThread },
    decodingMethod: 'greedy_search',
  }
}

function modelOf(recogniser: SherpaRecogniser, language: string): object {
  switch (recogniser.kind) {
    case 'nemo-ctc':
      return { nemoCtc: { model: recogniser.model } }
    case 'transducer':
      return { transducer: { encoder: recogniser.encoder, decoder: recogniser.decoder, joiner: recogniser.joiner } }
    case 'sense-voice':
      return { senseVoice: { model: recogniser.model, language, useInverseTextNormalization: 1 } }
  }
}

export function voiceActivityConfig(model: string): object {
  return {
    sileroVad: {
      model,
      threshold: 0.35,
      minSilenceDuration: 0.25,
      minSpeechDuration: 0.1,
      windowSize: 512,
      maxSpeechDuration: 30,
    },
    sampleRate: 16_000,
    ...onOneThread,
  }
}

/**
 * Each segment of a window keeps a separate voice: a low threshold splits rather than joins, and the global clustering
 * joins.
 */
export function voicesConfig({ segmentation, embedding }: { segmentation: string; embedding: string }) {
  return {
    segmentation: { pyannote: { model: segmentation }, ...onOneThread },
    embedding: { model: embedding, ...onOneThread },
    clustering: { numClusters: -1, threshold: 0.5 },
    minDurationOn: 0.3,
    minDurationOff: 0.3,
  }
}

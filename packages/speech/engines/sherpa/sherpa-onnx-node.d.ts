// The package has no types. These are the parts of version 1.13.8 that are used here.
declare module 'sherpa-onnx-node' {
  interface Samples {
    samples: Float32Array
    sampleRate: number
  }
  interface Stream {
    acceptWaveform(samples: Samples): void
  }
  interface VoiceStream extends Stream {
    inputFinished(): void
  }
  export class OfflineRecognizer {
    constructor(config: object)
    createStream(): Stream
    decode(stream: Stream): void
    getResult(stream: Stream): {
      lang: string
      text: string
      tokens: string[]
      timestamps: number[]
      durations: number[]
      ys_log_probs: number[]
    }
  }
  export class Vad {
    constructor(config: object, bufferSeconds: number)
    acceptWaveform(samples: Float32Array): void
    isEmpty(): boolean
    front(external?: boolean): { start: number; samples: Float32Array }
    pop(): void
    flush(): void
    reset(): void
  }
  export class OfflineSpeakerDiarization {
    constructor(config: object)
    process(samples: Float32Array): { start: number; end: number; speaker: number }[]
  }
  export class SpeakerEmbeddingExtractor {
    constructor(config: object)
    createStream(): VoiceStream
    isReady(stream: VoiceStream): boolean
    compute(stream: VoiceStream, external?: boolean): Float32Array
  }
}

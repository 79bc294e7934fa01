import type { Interval, Word } from '../../engine.ts'
import type { Voice } from '../../diarisation/voice.ts'

/** Requests to the child. Samples are floats of -1 to 1 at 16 kHz. */
export type Task =
  | { task: 'recognise'; samples: Float32Array; language: string }
  | { task: 'voices'; samples: Float32Array }
  | { task: 'voice-activity'; samples: Float32Array }

export type TaskResult =
  | { task: 'recognise'; language: string | null; words: Word[] }
  | { task: 'voices'; voices: Voice[] }
  | { task: 'voice-activity'; speech: Interval[] }

export type Request = { id: number } & Task

/** `memory` is the child's resident size in bytes after the task. */
export type Reply = { id: number; memory: number } & ({ result: TaskResult } | { error: string })

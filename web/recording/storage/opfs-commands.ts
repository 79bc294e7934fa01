// Commands for the worker that writes to the origin private file system.
import type { StorageBackend, StoredRecording } from './backend.ts'

type Command<N extends keyof StorageBackend> = StorageBackend[N] extends (...args: infer A) => Promise<infer R>
  ? { name: N; args: A; result: R }
  : never

export type OpfsCommand =
  | { name: 'probe'; args: []; result: void }
  | Command<'create'>
  | Command<'open'>
  | Command<'append'>
  | Command<'read'>
  | Command<'close'>
  | Command<'remove'>
  | { name: 'list'; args: []; result: StoredRecording[] }

export type OpfsRequest = { id: number } & Pick<OpfsCommand, 'name' | 'args'>

export type OpfsAnswer = { id: number; result: unknown } | { id: number; failure: { name: string; message: string } }

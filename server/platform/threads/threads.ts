// Computations that grow with a recording run in worker threads, so that the event loop stays responsive. There are four
// lanes: one for requests, one for jobs, so that a job of a minute does not delay an export, one for long downloads, and one
// for what a short job needs dictionaries for, so that it does not wait for a long one.
import { availableParallelism } from 'node:os'
import type { Turn } from '../fair-queue.ts'
import { ThreadLane } from './thread-lane.ts'
import type { ThreadTask } from './thread-task.ts'

/**
 * `interactive`: a request waits for the result; `background`: a job does; `language`: a job waits for the words of a
 * short text; `download`: one of many parts of an answer, in a thread with little memory.
 */
export type Lane = 'interactive' | 'background' | 'language' | 'download'

interface TaskOptions {
  timeoutMs: number
  /** Aborts the task and ends its thread. */
  signal?: AbortSignal
  /** Buffers of the input that are transferred instead of copied; the caller cannot use them afterwards. */
  transfer?: readonly ArrayBuffer[]
}

/** A request names its account and workspace, which take turns. A job has none. */
export type ThreadOptions = TaskOptions &
  ({ lane: 'interactive' | 'download'; turn: Turn } | { lane: 'background' | 'language'; turn?: undefined })

type InputOf<T> = T extends ThreadTask<infer Input, infer _Result> ? Input : never
type ResultOf<T> = T extends ThreadTask<infer _Input, infer Result> ? Result : never

export interface Threads {
  /**
   * Runs the default export of a thread module: `threads.run<typeof task>(new URL('parse.thread.ts', import.meta.url), …)`.
   * Rejects with what it threw, with a ThreadFailure, or with the reason of the signal.
   */
  run: <Task extends ThreadTask<never, unknown>>(
    module: URL,
    input: InputOf<Task>,
    options: ThreadOptions,
  ) => Promise<ResultOf<Task>>
  /** Aborts running and waiting tasks. */
  close: () => void
}

const IDLE_MS = 60_000

/** One core is left for the event loop. */
const INTERACTIVE_THREADS = Math.min(4, Math.max(1, availableParallelism() - 1))

/** Lanes belong to the process and are shared by all Apps in it. */
const lanes: Readonly<Record<Lane, ThreadLane>> = {
  interactive: new ThreadLane({
    queue: {
      width: INTERACTIVE_THREADS,
      widthPerWorkspace: Math.max(1, INTERACTIVE_THREADS - 1),
      perAccount: 2,
      perWorkspace: 8,
      waiting: 20,
    },
    memoryMb: 1_024,
    idleMs: IDLE_MS,
  }),
  background: new ThreadLane({
    queue: { width: 1, widthPerWorkspace: 1, perAccount: Infinity, perWorkspace: Infinity, waiting: 100 },
    memoryMb: 2_048,
    idleMs: IDLE_MS,
  }),
  language: new ThreadLane({
    queue: { width: 1, widthPerWorkspace: 1, perAccount: Infinity, perWorkspace: Infinity, waiting: 100 },
    memoryMb: 256,
    idleMs: IDLE_MS,
  }),
  // The number of downloads is limited by their answers. Each has two parts at a time: one is sent, one is made.
  download: new ThreadLane({
    queue: { width: 1, widthPerWorkspace: 1, perAccount: Infinity, perWorkspace: Infinity, waiting: Infinity },
    memoryMb: 96,
    youngMb: 24,
    // It is one thread that mostly waits for the database and the readers.
    keepsPriority: true,
    idleMs: IDLE_MS,
  }),
}

/** All jobs share one turn and run in order of arrival. */
const JOBS: Turn = { accountId: 0, workspaceId: null }

export function openThreads(databaseUrl: string, logLevel: string): Threads {
  const closing = new AbortController()
  return {
    run: async (module, input, { lane, turn = JOBS, timeoutMs, signal, transfer = [] }) => {
      const signals = [closing.signal, ...(signal ? [signal] : [])]
      const order = { module: module.href, input, databaseUrl, logLevel }
      const options = { turn, signal: AbortSignal.any(signals), timeoutMs, transfer }
      return (await lanes[lane].run(order, options)) as never
    },
    close: () => closing.abort(new Error('the program stops')),
  }
}

// A lane is a few worker threads with a common queue. Threads are started on demand, reused while they keep their
// loaded libraries and dictionaries, and ended when idle. A task that is aborted or exceeds its time ends with its
// thread, because a running computation cannot be stopped otherwise.
import { Worker } from 'node:worker_threads'
import { FairQueue, QueueFull, type QueueLimits, type Turn } from '../fair-queue.ts'
import { ThreadFailure } from './thread-failure.ts'
import { unpackError } from './packed-error.ts'
import type { ThreadOrder, ThreadReply } from './thread-task.ts'

export interface LaneOptions {
  /**
   * `width` is the number of threads. Further tasks are refused: with 429 beyond a limit of the caller, otherwise as
   * `busy`.
   */
  queue: QueueLimits
  /** Heap limit of one thread in MB. A task that exceeds it fails as `memory`; the process continues. */
  memoryMb: number
  /** The part of it for new objects; V8 chooses without it. A small one keeps the memory of a long task small. */
  youngMb?: number
  /** The threads compete with the event loop like any other; default false. */
  keepsPriority?: boolean
  /** An idle thread ends after this time. */
  idleMs: number
}

export interface OrderOptions {
  turn: Turn
  signal: AbortSignal
  /** Computing time. A task that mostly waits ends after this time by the clock. */
  timeoutMs: number
  transfer: readonly ArrayBuffer[]
}

type TaskLimits = Omit<OrderOptions, 'turn'>

interface IdleThread {
  worker: Worker
  /** Removes the listeners for its exit and its idle time. */
  unwatch: () => void
}

/** A task on a busy machine ends after at most this many times its time limit. */
const MAX_STRETCH = 4

const MAIN = new URL('thread-main.ts', import.meta.url)

export class ThreadLane {
  readonly #options: LaneOptions
  readonly #idle: IdleThread[] = []
  readonly #queue: FairQueue

  constructor(options: LaneOptions) {
    this.#options = options
    this.#queue = new FairQueue(options.queue)
  }

  /**
   * Runs a task and returns its result. Rejects with what the task threw, a Refusal, a ThreadFailure, or the reason of
   * the signal.
   */
  async run(order: ThreadOrder, { turn, ...limits }: OrderOptions): Promise<unknown> {
    try {
      return await this.#queue.run(turn, () => this.#execute(order, limits), limits.signal)
    } catch (error) {
      throw error instanceof QueueFull && error.scope === 'total' ? new ThreadFailure('busy') : error
    }
  }

  async #execute(order: ThreadOrder, { signal, timeoutMs, transfer }: TaskLimits): Promise<unknown> {
    const worker = this.#takeThread()
    const { promise, resolve, reject } = Promise.withResolvers<ThreadReply>()
    const onError = (error: NodeJS.ErrnoException): void =>
      reject(new ThreadFailure(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'ended', { cause: error }))
    const onExit = (): void => reject(new ThreadFailure('ended'))
    const onAbort = (): void => reject(signal.reason)
    const endTimeLimit = watchTimeLimit(worker, timeoutMs, (reason) => reject(new ThreadFailure(reason)))
    // Removed individually below: removeAllListeners would also remove Worker's internal listeners.
    const onMessage = (message: unknown): void => {
      if (isReply(message)) resolve(message)
    }
    const unlisten = listen(worker, { message: onMessage, messageerror: reject, error: onError, exit: onExit })
    signal.addEventListener('abort', onAbort, { once: true })
    let isReusable = false
    try {
      // The signal may have aborted while the thread was starting, before the listener was added.
      signal.throwIfAborted()
      worker.ref()
      worker.postMessage(order, [...transfer])
      const reply = await promise
      isReusable = true
      if ('error' in reply) throw unpackError(reply.error)
      return reply.value
    } finally {
      endTimeLimit()
      signal.removeEventListener('abort', onAbort)
      unlisten()
      if (isReusable) this.#keepThread(worker)
      else await endThread(worker)
    }
  }

  #takeThread(): Worker {
    const idle = this.#idle.pop()
    const { memoryMb: maxOldGenerationSizeMb, youngMb, keepsPriority = false } = this.#options
    const young = youngMb === undefined ? {} : { maxYoungGenerationSizeMb: youngMb }
    if (!idle)
      return new Worker(MAIN, { resourceLimits: { maxOldGenerationSizeMb, ...young }, workerData: { keepsPriority } })
    idle.unwatch()
    return idle.worker
  }

  #keepThread(worker: Worker): void {
    const forget = (): void => {
      idle.unwatch()
      const index = this.#idle.indexOf(idle)
      if (index >= 0) this.#idle.splice(index, 1)
    }
    const expire = (): void => {
      forget()
      void endThread(worker)
    }
    const expiry = setTimeout(expire, this.#options.idleMs).unref()
    const unlisten = listen(worker, { error: forget, exit: forget })
    const unwatch = (): void => {
      clearTimeout(expiry)
      unlisten()
    }
    const idle = { worker, unwatch }
    this.#idle.push(idle)
    // An idle thread does not keep the process alive.
    worker.unref()
  }
}

/**
 * Calls `onLimit` once the thread has computed for `timeoutMs`, or has spent half of that time waiting for something
 * else than a core, such as the database. Returns a function that ends the watch.
 */
function watchTimeLimit(worker: Worker, timeoutMs: number, onLimit: (reason: 'time' | 'waited') => void): () => void {
  // The CPU time of a thread that has ended cannot be read; its exit is reported by its own event.
  const cpu = worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
  const before = { loop: worker.performance.eventLoopUtilization(), cpu }
  const check = async (): Promise<void> => {
    const { utilization } = worker.performance.eventLoopUtilization(before.loop)
    if (utilization < 0.5) return onLimit('waited')
    const { user, system } = await worker.cpuUsage(await before.cpu)
    // Others needed the cores: the thread gets the rest of its time.
    const remaining = timeoutMs - (user + system) / 1_000
    if (remaining <= 0) onLimit('time')
    else if (!isOver) timeout = setTimeout(onTimeout, remaining)
  }
  const onTimeout = (): void => void check().catch(() => {})
  let isOver = false
  let timeout = setTimeout(onTimeout, timeoutMs)
  // The machine was too busy for the task, which is not the fault of its input.
  const byClock = setTimeout(() => onLimit('waited'), timeoutMs * MAX_STRETCH)
  return () => {
    isOver = true
    clearTimeout(timeout)
    clearTimeout(byClock)
  }
}

/** With `node --watch`, Node itself sends messages about imported modules through the port of a thread. */
function isReply(message: unknown): message is ThreadReply {
  return message instanceof Object && ('value' in message || 'error' in message)
}

interface Listeners {
  message?: (message: unknown) => void
  messageerror?: (error: Error) => void
  error: (error: Error) => void
  exit: () => void
}

function listen(worker: Worker, listeners: Listeners): () => void {
  for (const [event, listener] of Object.entries(listeners)) worker.on(event, listener)
  return () => {
    for (const [event, listener] of Object.entries(listeners)) worker.off(event, listener)
  }
}

async function endThread(worker: Worker): Promise<void> {
  // Errors during termination are irrelevant, but an 'error' event without a listener would end the process.
  worker.on('error', () => {})
  await worker.terminate()
}

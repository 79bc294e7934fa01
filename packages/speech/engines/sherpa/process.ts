import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'
import { SpeechFailure } from '../../speech-failure.ts'
import type { PoolWorker } from '../../processes/worker-pool.ts'
import { stopGroup } from '../../processes/stop-group.ts'
import type { Reply, Request, Task, TaskResult } from './messages.ts'
import { checkFiles, type NativeModels } from './sherpa-models.ts'

const script = fileURLToPath(new URL('child.ts', import.meta.url))

export interface SherpaProcessOptions {
  /** Memory limit in bytes. A child above it is replaced after its task. */
  memoryLimit?: number
}

/** A pool worker with one native process. When the process dies, the call fails and the next call starts a new one. */
export function openSherpaProcess(
  models: NativeModels,
  { memoryLimit = 3 * 2 ** 30 }: SherpaProcessOptions = {},
): PoolWorker<Task, TaskResult> {
  let child: ChildProcess | undefined
  let count = 0
  let stopping: ((failure: SpeechFailure) => void) | undefined

  const start = () => {
    const started = fork(script, [JSON.stringify(models)], {
      detached: true,
      serialization: 'advanced',
      execArgv: ['--expose-gc'],
      env: utf8Environment({ PATH: process.env['PATH'] ?? '' }),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    // A child must not keep the parent process alive.
    started.unref()
    return started
  }

  const stop = async () => {
    const running = child
    child = undefined
    if (running) await stopGroup(running)
  }

  const ask = (running: ChildProcess, task: Task, signal: AbortSignal) =>
    new Promise<TaskResult>((resolve, reject) => {
      const id = ++count
      let errorOutput = ''
      const collectErrors = (chunk: Buffer) => (errorOutput = (errorOutput + chunk.toString()).slice(-2_000))
      const answered = (reply: Reply) => {
        if (reply.id !== id) return
        if (reply.memory > memoryLimit) void stop()
        settle(() =>
          'result' in reply ? resolve(reply.result) : reject(new SpeechFailure('engine-refused', reply.error)),
        )
      }
      const died = (cause?: Error) => {
        if (child === running) child = undefined
        settle(() =>
          reject(new SpeechFailure('engine-crashed', `the native process ended: ${errorOutput.trim()}`, { cause })),
        )
      }
      const gone = () => died()
      const abort = () => stopping?.(new SpeechFailure('aborted', 'recognition was stopped', { cause: signal.reason }))
      stopping = (failure) => {
        settle(() => reject(failure))
        void stop()
      }
      const settle = (then: () => void) => {
        stopping = undefined
        signal.removeEventListener('abort', abort)
        running.off('message', answered).off('close', gone).off('error', died)
        running.stderr?.off('data', collectErrors)
        then()
      }
      running.on('message', answered).on('close', gone).on('error', died)
      running.stderr?.on('data', collectErrors)
      if (signal.aborted) return abort()
      signal.addEventListener('abort', abort, { once: true })
      running.send({ id, ...task } satisfies Request)
    })

  return {
    async run(task, signal) {
      if (!child) await checkFiles(models)
      return await ask((child ??= start()), task, signal)
    },
    async close() {
      stopping?.(new SpeechFailure('engine-closed', 'the engine is closed'))
      await stop()
    },
  }
}

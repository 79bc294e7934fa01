import type { StorageBackend } from './backend.ts'
import type { OpfsAnswer, OpfsCommand, OpfsRequest } from './opfs-commands.ts'

interface Waiting {
  resolve: (result: never) => void
  reject: (error: unknown) => void
}

type Ask = <N extends OpfsCommand['name']>(
  name: N,
  ...args: Extract<OpfsCommand, { name: N }>['args']
) => Promise<Extract<OpfsCommand, { name: N }>['result']>

function startWorker(): { ask: Ask; end: () => void } {
  const worker = new Worker(new URL('opfs.worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, Waiting>()
  let asked = 0
  let failure: Error | null = null
  worker.addEventListener('message', ({ data }: MessageEvent<OpfsAnswer>) => {
    const { resolve, reject } = waiting.get(data.id) ?? {}
    waiting.delete(data.id)
    if ('failure' in data) reject?.(new DOMException(data.failure.message, data.failure.name))
    else resolve?.(data.result as never)
  })
  worker.addEventListener('error', () => {
    failure = new Error('The worker of the recording storage has failed')
    for (const { reject } of waiting.values()) reject(failure)
    waiting.clear()
  })
  const ask: Ask = (name, ...args) =>
    new Promise((resolve, reject) => {
      if (failure) return reject(failure)
      asked += 1
      waiting.set(asked, { resolve, reject })
      worker.postMessage({ id: asked, name, args } satisfies OpfsRequest, [])
    })
  return { ask, end: () => worker.terminate() }
}

/** The origin private file system. Rejects in browsers that do not offer it to this page. */
export async function openOpfsBackend(): Promise<StorageBackend> {
  const { ask, end } = startWorker()
  try {
    await ask('probe')
  } catch (error) {
    end()
    throw error
  }
  return {
    kind: 'opfs',
    create: (uuid) => ask('create', uuid),
    open: (uuid) => ask('open', uuid),
    append: (uuid, bytes, at, line) => ask('append', uuid, bytes, at, line),
    read: (uuid, from, to) => ask('read', uuid, from, to),
    close: (uuid) => ask('close', uuid),
    remove: (uuid) => ask('remove', uuid),
    list: () => ask('list'),
  }
}

// The thread in which Word documents are written, see `write-docx-aside.ts`.
import { parentPort } from 'node:worker_threads'
import { writeDocx } from '@kaiwa/exchange/write/write-docx.ts'
import type { DocxOrder } from './write-docx-aside.ts'

parentPort?.on('message', ({ document, options }: DocxOrder) => {
  void writeDocx(document, options).then((written) => {
    // Memory of its own, so that it is handed over instead of copied.
    const bytes = new Uint8Array(written)
    parentPort?.postMessage(bytes, [bytes.buffer])
  })
})

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SherpaModels } from '../../engines/sherpa/sherpa-models.ts'
import { embedderGraph, recogniserGraph, segmenterGraph, voiceActivityGraph } from './graphs.ts'
import { onnxModel } from './onnx.ts'
import { toneWords } from './tones.ts'

/** `voiceActivity` is the path of a detector for tones, in the form of silero's. */
export type ToneModels = SherpaModels & { voiceActivity: string }

/**
 * Writes small but real ONNX models that recognise pure tones. They test the loading and decoding code without large
 * models and serve as the engine of long trials. `effort` adds layers that only cost time.
 */
export async function makeToneModels(folder: string, { effort = 0 }: { effort?: number } = {}): Promise<ToneModels> {
  await mkdir(folder, { recursive: true })
  const write = async (name: string, content: Uint8Array | string) => {
    await writeFile(join(folder, name), content)
    return join(folder, name)
  }
  const tokens = ['<unk>', ...toneWords.map((word) => `▁${word}`), '<blk>']
    .map((token, id) => `${token} ${id}\n`)
    .join('')
  return {
    id: 'tones',
    languages: ['en'],
    recogniser: {
      kind: 'nemo-ctc',
      model: await write('model.onnx', onnxModel(recogniserGraph(effort))),
      tokens: await write('tokens.txt', tokens),
    },
    voiceActivity: await write('voice-activity.onnx', onnxModel(voiceActivityGraph())),
    voices: {
      segmentation: await write('segmentation.onnx', onnxModel(segmenterGraph())),
      embedding: await write('embedding.onnx', onnxModel(embedderGraph())),
    },
  }
}

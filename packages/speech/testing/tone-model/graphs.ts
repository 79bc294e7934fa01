import type { Graph, Node } from './onnx.ts'
import { binOf, melBins, toneWords } from './tones.ts'

const vocabulary = toneWords.length + 2
const blank = vocabulary - 1

/** How far (natural log of energy) a bin must exceed the mean of all bins to count as a word. */
const contrast = 6

/** Log-mel frames (1, 80, T) → log probabilities (1, T, words), shaped like a NeMo CTC model. */
export function recogniserGraph(effort: number): Graph {
  const weights = new Float32Array(melBins * vocabulary)
  const bias = new Float32Array(vocabulary)
  bias[0] = -100
  bias[blank] = contrast
  for (const [index, word] of toneWords.entries())
    for (let bin = 0; bin < melBins; bin++)
      weights[bin * vocabulary + index + 1] = (bin === binOf(word) ? 1 : 0) - 1 / melBins
  const width = 512
  const identity = (rows: number, columns: number) => {
    const matrix = new Float32Array(rows * columns)
    for (let i = 0; i < Math.min(rows, columns); i++) matrix[i * columns + i] = 1
    return matrix
  }
  const layers: Node[] = Array.from({ length: effort }, (_, n) => ({
    op: 'MatMul',
    inputs: [n === 0 ? 'wide' : `layer${n - 1}`, 'same'],
    output: `layer${n}`,
  }))
  return {
    inputs: [
      { name: 'audio_signal', shape: ['B', melBins, 'T'] },
      { name: 'length', type: 'int64', shape: ['B'] },
    ],
    outputs: [{ name: 'logprobs', shape: ['B', 'T', vocabulary] }],
    constants: [
      { name: 'weights', shape: [melBins, vocabulary], data: weights },
      { name: 'bias', shape: [vocabulary], data: bias },
      { name: 'widen', shape: [melBins, width], data: identity(melBins, width) },
      { name: 'same', shape: [width, width], data: identity(width, width) },
      { name: 'narrow', shape: [width, melBins], data: identity(width, melBins) },
    ],
    nodes: [
      { op: 'Transpose', inputs: ['audio_signal'], output: 'frames', attributes: { perm: { ints: [0, 2, 1] } } },
      { op: 'MatMul', inputs: ['frames', 'widen'], output: 'wide' },
      ...layers,
      { op: 'MatMul', inputs: [effort === 0 ? 'wide' : `layer${effort - 1}`, 'narrow'], output: 'mel' },
      { op: 'MatMul', inputs: ['mel', 'weights'], output: 'scores' },
      { op: 'Add', inputs: ['scores', 'bias'], output: 'logits' },
      { op: 'LogSoftmax', inputs: ['logits'], output: 'logprobs', attributes: { axis: { int: -1 } } },
    ],
    metadata: { model_type: 'EncDecCTCModelBPE', vocab_size: vocabulary, subsampling_factor: 1, normalize_type: '' },
  }
}

/**
 * The energy of a window as probability, with a state that is passed through unchanged. Same shape as silero's
 * detector.
 */
export function voiceActivityGraph(): Graph {
  const state = [2, 1, 64]
  return {
    inputs: [
      { name: 'x', shape: [1, 'N'] },
      { name: 'h', shape: state },
      { name: 'c', shape: state },
    ],
    outputs: [
      { name: 'prob', shape: [1, 1] },
      { name: 'new_h', shape: state },
      { name: 'new_c', shape: state },
    ],
    constants: energyConstants,
    nodes: [
      { op: 'Mul', inputs: ['x', 'x'], output: 'power' },
      {
        op: 'ReduceMean',
        inputs: ['power'],
        output: 'energy',
        attributes: { axes: { ints: [1] }, keepdims: { int: 1 } },
      },
      ...audible('energy', 'score'),
      { op: 'Sigmoid', inputs: ['score'], output: 'prob' },
      { op: 'Identity', inputs: ['h'], output: 'new_h' },
      { op: 'Identity', inputs: ['c'], output: 'new_c' },
    ],
  }
}

/**
 * All audible sound is one local speaker. Same shape as pyannote's segmentation (7 classes of up to 2 of 3 speakers).
 */
export function segmenterGraph(): Graph {
  return {
    inputs: [{ name: 'x', shape: ['B', 1, 'N'] }],
    outputs: [{ name: 'y', shape: ['B', 'F', 7] }],
    constants: [
      ...energyConstants,
      { name: 'speaker', shape: [1, 7], data: Float32Array.of(0, 1, 0, 0, 0, 0, 0) },
      { name: 'classes', shape: [7], data: Float32Array.of(0, 0, -99, -99, -99, -99, -99) },
    ],
    nodes: [
      { op: 'Mul', inputs: ['x', 'x'], output: 'power' },
      {
        op: 'AveragePool',
        inputs: ['power'],
        output: 'energy',
        attributes: { kernel_shape: { ints: [991] }, strides: { ints: [270] } },
      },
      ...audible('energy', 'score'),
      { op: 'Transpose', inputs: ['score'], output: 'frames', attributes: { perm: { ints: [0, 2, 1] } } },
      { op: 'MatMul', inputs: ['frames', 'speaker'], output: 'spread' },
      { op: 'Add', inputs: ['spread', 'classes'], output: 'y' },
    ],
    metadata: {
      sample_rate: 16_000,
      window_size: 160_000,
      receptive_field_size: 991,
      receptive_field_shift: 270,
      num_speakers: 3,
      powerset_max_classes: 2,
      num_classes: 7,
    },
  }
}

/**
 * The bins above the mean, averaged over time, as embedding: two tones are two voices. Same shape as a wespeaker model.
 */
export function embedderGraph(): Graph {
  return {
    inputs: [{ name: 'feats', shape: ['B', 'T', melBins] }],
    outputs: [{ name: 'embs', shape: ['B', melBins] }],
    nodes: [
      {
        op: 'ReduceMean',
        inputs: ['feats'],
        output: 'voice',
        attributes: { axes: { ints: [1] }, keepdims: { int: 0 } },
      },
      {
        op: 'ReduceMean',
        inputs: ['voice'],
        output: 'middle',
        attributes: { axes: { ints: [1] }, keepdims: { int: 1 } },
      },
      { op: 'Sub', inputs: ['voice', 'middle'], output: 'shape' },
      { op: 'Relu', inputs: ['shape'], output: 'embs' },
    ],
    metadata: {
      output_dim: melBins,
      sample_rate: 16_000,
      normalize_samples: 1,
      language: 'tones',
      framework: 'wespeaker',
      feature_normalize_type: '',
    },
  }
}

const energyConstants = [
  { name: 'floor', shape: [1], data: Float32Array.of(1e-9) },
  { name: 'offset', shape: [1], data: Float32Array.of(9) },
]

/** Positive when the energy is above about -39 dB. */
function audible(energy: string, score: string): Node[] {
  return [
    { op: 'Add', inputs: [energy, 'floor'], output: `${score}_floored` },
    { op: 'Log', inputs: [`${score}_floored`], output: `${score}_log` },
    { op: 'Add', inputs: [`${score}_log`, 'offset'], output: score },
  ]
}

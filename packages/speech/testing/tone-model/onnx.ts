// A minimal writer of ONNX protobuf for small graphs. The field numbers are those of onnx.proto3.

type Field = Uint8Array
export type Attribute = { ints: readonly number[] } | { int: number }
export interface Node {
  op: string
  inputs: readonly string[]
  output: string
  attributes?: Record<string, Attribute>
}
export interface Value {
  name: string
  type?: keyof typeof elementTypes
  shape: readonly (number | string)[]
}
export interface Constant {
  name: string
  shape: readonly number[]
  data: Float32Array
}
export interface Graph {
  inputs: readonly Value[]
  outputs: readonly Value[]
  constants?: readonly Constant[]
  nodes: readonly Node[]
  metadata?: Record<string, string | number>
}

/** Numbers of onnx.proto3. */
const elementTypes = { float: 1, int32: 6, int64: 7 } as const

/** Encodes a graph as an ONNX model (opset 13). Native loaders read the metadata first. */
export function onnxModel({ inputs, outputs, constants = [], nodes, metadata = {} }: Graph): Uint8Array {
  const graph = join([
    ...nodes.map((node) => bytes(1, nodeProto(node))),
    text(2, 'graph'),
    ...constants.map((constant) => bytes(5, tensor(constant))),
    ...inputs.map((value) => bytes(11, valueInfo(value))),
    ...outputs.map((value) => bytes(12, valueInfo(value))),
  ])
  return join([
    number(1, 7),
    text(2, 'kaiwa'),
    bytes(7, graph),
    bytes(8, join([text(1, ''), number(2, 13)])),
    ...Object.entries(metadata).map(([key, value]) => bytes(14, join([text(1, key), text(2, String(value))]))),
  ])
}

function nodeProto({ op, inputs, output, attributes = {} }: Node) {
  return join([
    ...inputs.map((input) => text(1, input)),
    text(2, output),
    text(3, `${op}_${output}`),
    text(4, op),
    ...Object.entries(attributes).map(([name, value]) =>
      bytes(
        5,
        'int' in value
          ? join([text(1, name), number(3, value.int), number(20, 2)])
          : join([text(1, name), ...value.ints.map((int) => number(8, int)), number(20, 7)]),
      ),
    ),
  ])
}

function tensor({ name, shape, data }: Constant) {
  return join([
    ...shape.map((size) => number(1, size)),
    number(2, 1),
    text(8, name),
    bytes(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
  ])
}

function valueInfo({ name, type = 'float', shape }: Value) {
  const dimensions = shape.map((size) => bytes(1, typeof size === 'number' ? number(1, size) : text(2, size)))
  return join([text(1, name), bytes(2, bytes(1, join([number(1, elementTypes[type]), bytes(2, join(dimensions))])))])
}

function number(field: number, value: number): Field {
  return join([varint(field << 3), varint(value)])
}

function text(field: number, value: string): Field {
  return bytes(field, new TextEncoder().encode(value))
}

function bytes(field: number, value: Uint8Array): Field {
  return join([varint((field << 3) | 2), varint(value.length), value])
}

/** Seven bits per byte; negative numbers as 64-bit two's complement. */
function varint(value: number): Uint8Array {
  const out: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  do {
    const low = Number(rest & 0x7fn)
    rest >>= 7n
    out.push(rest > 0n ? low | 0x80 : low)
  } while (rest > 0n)
  return Uint8Array.from(out)
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

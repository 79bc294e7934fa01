import type { Operation } from '../operation.ts'

/** The English texts of an operation in the OpenAPI document. */
export interface OperationText {
  /** An imperative without a full stop. */
  readonly summary: string
  /** Sentences: what happens, what comes back, and in which unit. */
  readonly description: string
  /** Parameters and body fields that mean something else here than `fieldTexts` says; by name. */
  readonly fields?: Readonly<Record<string, string>>
  /** Fields of the answer likewise; `data.id` is the field `id` of `data`. */
  readonly answer?: Readonly<Record<string, string>>
}

/** A text for each operation of a module of the contract, and for nothing else. */
export type TextsOf<Module> = {
  readonly [Name in keyof Module as Module[Name] extends Operation ? Name : never]: OperationText
}

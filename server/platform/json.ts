/** Values that a jsonb column can store. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined }

export interface JsonObject {
  readonly [key: string]: Json | undefined
}

/** Constraint for a type parameter: all fields can be stored. Interfaces satisfy it; `JsonObject` accepts none of them. */
export type JsonFields<T> = { readonly [Key in keyof T]: Json | undefined }

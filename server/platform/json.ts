/** Values that a jsonb column can store. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined }

export type JsonObject = { readonly [key: string]: Json | undefined }

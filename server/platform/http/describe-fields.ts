// Adds the descriptions of the contract to the parameters and fields of a JSON Schema.
import { fieldTexts } from '@kaiwa/contract/api-texts/index.ts'
import { ROLE_NAME } from '@kaiwa/contract/roles.ts'

interface Json {
  [key: string]: unknown
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Keywords whose schemas describe the same field as the schema that has them. */
const SAME_FIELD = ['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties']

function inner(schema: Json): Json[] {
  return SAME_FIELD.flatMap((key) => schema[key]).filter(isJson)
}

const ROLE_FIELD = /^(?:role|role_id|role_ids|temp_role_id)$/

function isRole(value: unknown): value is keyof typeof ROLE_NAME {
  return Object.hasOwn(ROLE_NAME, String(value))
}

/** Role ids are numbers; their names are added to the description. */
function rolesOf(schema: Json): string[] {
  const { enum: values } = schema
  const own = Array.isArray(values) ? values.filter(isRole).map((id) => `${id} ${ROLE_NAME[id]}`) : []
  return [...new Set([...own, ...inner(schema).flatMap(rolesOf)])]
}

interface FieldContext {
  /** Name of the field that contains it; for a top-level field, name of the component. */
  parent: string
  /** Whether it is a top-level field of the operation. */
  isTop: boolean
  /** Descriptions of the operation: by name for top-level fields, by `parent.name` for nested ones. */
  texts: Readonly<Record<string, string>>
  /** For a parameter: path such as `items/{id}`. */
  path?: string
  schema: unknown
}

/** The description of a parameter or field: that of the operation, of `parent.name`, or of the name. */
export function textOf(name: string, { parent, isTop, texts, path = '', schema }: FieldContext): string | undefined {
  const qualifiedName = `${parent}.${name}`
  const own = texts[qualifiedName] ?? (isTop ? texts[name] : undefined)
  const text = own ?? fieldTexts[path] ?? fieldTexts[qualifiedName] ?? fieldTexts[name]
  const roles = ROLE_FIELD.test(name) && isJson(schema) ? rolesOf(schema) : []
  return text && roles.length > 0 ? `${text} ${roles.join(', ')}.` : text
}

/** Returns a copy of a schema with a description for every field. */
export function describeFields(
  schema: unknown,
  { parent, isTop = true, texts = {} }: Partial<FieldContext> & { parent: string },
): unknown {
  if (Array.isArray(schema)) return schema.map((one) => describeFields(one, { parent, isTop, texts }))
  if (!isJson(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties' && isJson(value)) return [key, describeProperties(value, { parent, isTop, texts })]
      return [key, SAME_FIELD.includes(key) ? describeFields(value, { parent, isTop, texts }) : value]
    }),
  )
}

function describeProperties(properties: Json, { parent, isTop, texts }: Omit<FieldContext, 'schema' | 'path'>): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const text = textOf(name, { parent, isTop, texts, schema: property })
      const described = describeFields(property, { parent: name, isTop: false, texts })
      return [name, isJson(described) && text ? { ...described, description: text } : described]
    }),
  )
}

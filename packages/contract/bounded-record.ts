import * as z from 'zod'

/** Trait that marks schemas made by `boundedRecord`. */
const TRAIT = 'KaiwaBoundedRecord'

const ZodRecord: z.core.$constructor<z.ZodRecord> = z.ZodRecord

/** A record of at most `max` entries, for all data sent by clients: a larger one is refused before an entry is validated. */
export function boundedRecord<K extends z.ZodString, V extends z.ZodType>(
  key: K,
  value: V,
  max: number,
): z.ZodRecord<K, V> {
  const Bounded = z.core.$constructor<z.ZodRecord>(TRAIT, (instance, def) => {
    ZodRecord.init(instance, def)
    const read = instance._zod.parse
    instance._zod.parse = (payload, ctx) => {
      const input: unknown = payload.value
      if (typeof input !== 'object' || input === null || Object.keys(input).length <= max) return read(payload, ctx)
      payload.issues.push({ code: 'too_big', origin: 'object', maximum: max, inclusive: true, input, inst: instance })
      return payload
    }
  })
  return new Bounded({ type: 'record', keyType: key, valueType: value }) as unknown as z.ZodRecord<K, V>
}

/** True if a schema was made by `boundedRecord`. */
export function isBoundedRecord(schema: z.core.$ZodType): boolean {
  return schema._zod.traits.has(TRAIT)
}

// The forms of HubSpot's answers that Kaiwa relies on. The official client passes values on as they are sent.
import * as z from 'zod'

/** Ids of HubSpot are whole numbers of 64 bits. */
const hubspotId = z.string().regex(/^\d{1,19}$/)
export const portalId = z.union([z.number().int().nonnegative(), z.string()]).transform(String).pipe(hubspotId)

export const account = z.object({
  portalId,
  timeZone: z.string(),
  companyCurrency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullish()
    .catch(null),
  uiDomain: z.string().max(255).nullish().catch(null),
  portalName: z.string().max(255).nullish().catch(null),
})

export const deal = z.object({
  id: hubspotId,
  properties: z.record(z.string(), z.string().nullable()),
  createdAt: z.date(),
  updatedAt: z.date(),
  archived: z.boolean().nullish(),
})
export type SentDeal = z.infer<typeof deal>

export const deals = z.object({ results: z.array(deal) })
export const foundDeals = z.object({ results: z.array(deal), total: z.number().int().nonnegative() })

const label = z.string()
/** HubSpot leaves out what is not set, or sends null. */
function optional<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? undefined)
}

const order = optional(z.number())
const flag = optional(z.boolean())

const stage = z.object({ id: z.string(), label, displayOrder: z.number(), archived: z.boolean() })
export const pipelines = z.object({ results: z.array(stage.extend({ stages: z.array(stage) })) })

export const groups = z.object({
  results: z.array(z.object({ name: z.string(), label, displayOrder: order, archived: flag })),
})

const option = z.object({ label, value: z.string(), displayOrder: order, hidden: flag })
export const properties = z.object({
  results: z.array(
    z.object({
      name: z.string(),
      label,
      description: z
        .string()
        .nullish()
        .transform((text) => text ?? ''),
      type: z.string(),
      fieldType: z.string(),
      groupName: z.string(),
      options: z.array(option),
      displayOrder: order,
      hidden: flag,
      archived: flag,
      calculated: flag,
      externalOptions: flag,
      showCurrencySymbol: flag,
      modificationMetadata: optional(z.object({ readOnlyValue: flag })),
    }),
  ),
})

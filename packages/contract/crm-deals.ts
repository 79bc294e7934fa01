// The deal of a file: its values, generated proposals with evidence, and what was written.
import * as z from 'zod'
import { boundedRecord } from './bounded-record.ts'
import { chatError, citation } from './chat-messages.ts'
import { asking, changing, chatModel, counter } from './chat-parts.ts'
import { crmValueFormat } from './crm.ts'
import { CRM_GENERATION_STATUSES, CRM_VALUE_STATUSES, CRM_WRITE_STATUSES } from './crm-words.ts'
import { id, instant, page, pageQuery, person, success } from './fields.ts'
import { LIMITS } from './limits.ts'
import { list } from './list.ts'
import { operation } from './operation.ts'

/** Ids of HubSpot are positive whole numbers of 64 bits. */
const dealId = z
  .string()
  .max(19)
  .regex(/^\d+$/)
  .refine((id) => /^\d+$/.test(id) && BigInt(id) < 2n ** 63n)
/** Cut to `LIMITS.crmListedLength` characters. One character has up to two UTF-16 code units. */
const listedText = z.string().max(LIMITS.crmListedLength * 2)
const propertyName = z.string().min(1).max(LIMITS.crmNameLength)
const value = z.string().max(LIMITS.crmValueLength)
const ofDeal = z.object({ dealId })
const ofFile = z.object({ projectFileId: id })
const reachErrors = ['E_FORBIDDEN', 'E_NOT_FOUND', 'E_CONFLICT', 'E_UNAVAILABLE', 'E_TOO_MANY_REQUESTS'] as const

export const crmDeal = z.object({
  id: z.string(),
  name: z.string(),
  /** Name → value at HubSpot and, where Kaiwa wrote it last, the reason. All properties that can be written. */
  properties: z.record(z.string(), z.object({ value: z.string().nullable(), reason: z.string().nullable() })),
  pipeline: z.string().nullable(),
  dealstage: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
  /** Its page at HubSpot. */
  url: z.string(),
})
export type CrmDeal = z.infer<typeof crmDeal>

/** The deal that a file is registered with, as Kaiwa stores it. */
export const registeredDeal = z.object({
  deal_name: z.string(),
  hubspot_id: z.string(),
  deal_id: z.string(),
  pipeline_label: z.string().nullable(),
  stage_label: z.string().nullable(),
  /** For people who may edit, while its portal is connected; null for others. */
  url: z.string().nullable(),
  registered_by: person.nullable(),
  registered_at: instant,
})

/** A value with the passages that support it. */
export const crmValue = z.object({
  name: z.string(),
  /** Label of the property when the generation began. */
  label: z.string(),
  status: z.enum(CRM_VALUE_STATUSES),
  /** Value of the deal when it was read for the generation. */
  previous: z.string().nullable(),
  /** Checked against type and options, in the form that HubSpot stores. Null: the previous value is retained. */
  value: z.string().nullable(),
  reason: z.string(),
  /** At least one for a value. */
  citations: z.array(citation),
})
export type CrmValue = z.infer<typeof crmValue>

export const crmGeneration = z.object({
  id: z.int(),
  project_file_id: z.int(),
  deal_id: z.string(),
  status: z.enum(CRM_GENERATION_STATUSES),
  error: chatError.nullable(),
  /** Null: written by rules, because no model is connected. */
  model: chatModel.nullable(),
  /** In the order of the selection. */
  values: z.array(crmValue),
  created_at: instant,
})
export type CrmGeneration = z.infer<typeof crmGeneration>

/** The deal of a file, for everybody who sees the file. Does not reach HubSpot. */
export const getCrmFileDeal = operation({
  name: 'getCrmFileDeal',
  method: 'GET',
  path: '/hubspot/files/{projectFileId}/deal',
  access: 'session',
  params: ofFile,
  response: z.object({
    is_connected: z.boolean(),
    deal: registeredDeal.nullable(),
    /**
     * What Kaiwa wrote last to this deal from this file, by property, in the newest `LIMITS.crmLastWrites` writes (fewer if
     * they are very long). `is_shortened`: the value is longer.
     */
    written: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        value: listedText,
        is_shortened: z.boolean(),
        written_at: instant,
        /** Null if the portal is not connected, or does not define the property. */
        format: crmValueFormat.nullable(),
      }),
    ),
    /** Settings of the connected portal that values are shown with. */
    portal: z.object({ time_zone: z.string(), currency: z.string().nullable() }).nullable(),
    /** The caller's last generation for this file, if it is not older than a day and its values were not written. */
    generation: crmGeneration.nullable(),
    /** Why no model writes the values; null if one does. */
    note: z.enum(['no-model', 'no-consent']).nullable(),
    ...counter,
    can: z.object({
      /** Register, generate and write: who may edit the file, while the workspace is connected. */
      edit: z.boolean(),
    }),
  }),
  errors: ['E_NOT_FOUND'],
})

/** Removes the registration from the file. The deal at HubSpot and the history stay. */
export const removeCrmFileDeal = operation({
  name: 'removeCrmFileDeal',
  method: 'DELETE',
  path: '/hubspot/files/{projectFileId}/deal',
  access: 'session',
  params: ofFile,
  response: success,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_TOO_MANY_REQUESTS'],
  rateLimit: changing,
})

/** Reads a deal at HubSpot. E_NOT_FOUND (`crm.deal`): it was deleted; a merged deal answers under its new id. */
export const getCrmDeal = operation({
  name: 'getCrmDeal',
  method: 'GET',
  path: '/hubspot/deals/{dealId}',
  access: 'session',
  params: ofDeal,
  query: ofFile,
  response: crmDeal,
  errors: reachErrors,
  rateLimit: changing,
})

/**
 * Writes values to the deal, registers it with the file, and with `is_save_property` saves the selection of the workspace.
 * All values are written, or none. `base` holds the values that the person saw: a property that has another value at
 * HubSpot by now is refused with E_CONFLICT (`crm.changed`) and `conflicts`, unless `overwrite` names it with that other
 * value. Wrong values are refused with `errors`; texts of HubSpot are in `messages` by property, or
 * under '' with `errors.properties` if HubSpot named none. A repeated `write_key` writes nothing.
 */
export const updateCrmDeal = operation({
  name: 'updateCrmDeal',
  method: 'PATCH',
  path: '/hubspot/deals/{dealId}',
  access: 'session',
  params: ofDeal,
  bodyLimit: LIMITS.crmBodyBytes,
  body: z.object({
    projectFileId: id,
    /** Name → value in the form that HubSpot stores; '' empties a property. */
    properties: boundedRecord(propertyName, value, LIMITS.crmProperties).refine((all) => Object.keys(all).length > 0, {
      params: { code: 'required' },
    }),
    is_save_property: z.boolean().default(false),
    /** The selection that `is_save_property` saves; null: the names of `properties`. */
    setting_properties: list(propertyName, LIMITS.crmProperties).nullable().default(null),
    base: boundedRecord(propertyName, value.nullable(), LIMITS.crmProperties),
    overwrite: boundedRecord(propertyName, value.nullable(), LIMITS.crmProperties).default({}),
    /** The generation whose values were shown: its reasons and evidence belong to the history. */
    generation_id: id.nullable().default(null),
    write_key: z.uuid(),
  }),
  response: z.object({ deal: crmDeal, write_id: z.int() }),
  errors: reachErrors,
  rateLimit: changing,
})

/**
 * Starts a generation: values for the properties are proposed from the conversation. It uses one AI chat of the workspace.
 * The chat is returned if the generation fails, takes too long, or is canceled before its first value.
 * `crm-generation-changed` is sent on the caller's channel for each ready value.
 */
export const generateCrmDeal = operation({
  name: 'generateCrmDeal',
  method: 'POST',
  path: '/hubspot/deals/{dealId}/generate',
  access: 'session',
  params: ofDeal,
  body: z.object({ projectFileId: id, selectedProperties: list(propertyName, LIMITS.crmGenerated).min(1) }),
  response: z.object({ success: z.literal(true), generation: crmGeneration }),
  errors: [...reachErrors, 'WORKSPACE_EXCEED_MAX_USAGE_QUOTA'],
  rateLimit: asking,
})

const ofGeneration = z.object({ generationId: id })

/** A generation of the caller. E_NOT_FOUND also when they may not edit the file any more. */
export const getCrmGeneration = operation({
  name: 'getCrmGeneration',
  method: 'GET',
  path: '/hubspot/generations/{generationId}',
  access: 'session',
  params: ofGeneration,
  response: crmGeneration,
  errors: ['E_NOT_FOUND'],
})

/** Ends it. Values that are ready stay. Does nothing if it has ended. */
export const cancelCrmGeneration = operation({
  name: 'cancelCrmGeneration',
  method: 'POST',
  path: '/hubspot/generations/{generationId}/cancel',
  access: 'session',
  params: ofGeneration,
  response: crmGeneration,
  errors: ['E_NOT_FOUND', 'E_TOO_MANY_REQUESTS'],
  rateLimit: changing,
})

export const crmWrite = z.object({
  id: z.int(),
  status: z.enum(CRM_WRITE_STATUSES),
  deal_id: z.string(),
  deal_name: z.string(),
  written_by: person.nullable(),
  created_at: instant,
  properties: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      before: listedText.nullable(),
      after: listedText,
      reason: listedText.nullable(),
      /** One of the three is longer. */
      is_shortened: z.boolean(),
      citations: z.array(citation),
    }),
  ),
})
export type CrmWrite = z.infer<typeof crmWrite>

/** History of a file: what was written to deals from it, the last first. For people who may edit the file. */
export const listCrmWrites = operation({
  name: 'listCrmWrites',
  method: 'GET',
  path: '/hubspot/files/{projectFileId}/writes',
  access: 'session',
  params: ofFile,
  query: z.object({ page: pageQuery }),
  response: page(crmWrite),
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN'],
})

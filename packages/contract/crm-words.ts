// Words of the CRM calls. No zod in this file, because the browser imports it.

export const CRM_STATUSES = ['disconnected', 'connected'] as const

/**
 * Why a workspace is disconnected. `not-set`: the installation has no client id of HubSpot. `revoked`: HubSpot refuses the
 * tokens. `scopes`: the portal no longer grants the scopes that Kaiwa needs. Null: the workspace was never connected.
 */
export const CRM_PROBLEMS = ['not-set', 'revoked', 'scopes'] as const

/** Field types of a property that Kaiwa shows. HubSpot's `radio` is a `select`, `phonenumber` a `text`. */
export const CRM_FIELD_TYPES = ['text', 'textarea', 'select', 'number', 'date', 'booleancheckbox', 'checkbox'] as const
export type CrmFieldType = (typeof CRM_FIELD_TYPES)[number]

/** How the value of a property is stored at HubSpot. `date`: a day; `datetime`: an instant. */
export const CRM_VALUE_TYPES = ['string', 'number', 'date', 'datetime', 'enumeration', 'bool'] as const
export type CrmValueType = (typeof CRM_VALUE_TYPES)[number]

/** `reason` of E_CONFLICT: the workspace is not connected; the deal changed at HubSpot since it was read. */
export const CRM_DISCONNECTED_REASON = 'crm.disconnected'
export const CRM_CHANGED_REASON = 'crm.changed'
/** `reason` of E_CONFLICT: the `write_key` was used for another write. */
export const CRM_WRITE_KEY_REASON = 'crm.write-key'
/** `reason` of E_CONFLICT: this person's generation for the file is still being written; the file has no transcript yet. */
export const CRM_GENERATING_REASON = 'crm.generating'
export const CRM_NOT_READY_REASON = 'crm.not-ready'
/** `reason` of E_NOT_FOUND when HubSpot does not know the deal. */
export const CRM_DEAL_REASON = 'crm.deal'
/** `reason` of E_UNPROCESSABLE_ENTITY when HubSpot refuses values; `errors` names the properties. */
export const CRM_REFUSED_REASON = 'crm.refused'
/** `reason` of E_UNAVAILABLE: HubSpot does not answer, or asks to wait (`Retry-After`). */
export const CRM_UNAVAILABLE_REASON = 'crm.unavailable'
export const CRM_WAIT_REASON = 'crm.wait'

/** `reason` of E_FORBIDDEN when HubSpot does not allow one call, for example a write to a deal that it protects. */
export const CRM_FORBIDDEN_REASON = 'crm.forbidden'
/** `reason` of E_FORBIDDEN when the portal does not grant everything that Kaiwa asks for. */
export const CRM_SCOPES_REASON = 'crm.scopes'

/** States of a generation, and of one of its values. */
export const CRM_GENERATION_STATUSES = ['writing', 'finished', 'failed', 'canceled'] as const
export const CRM_VALUE_STATUSES = ['waiting', 'ready', 'failed'] as const

/** State of a write: `sending` until HubSpot has answered. */
export const CRM_WRITE_STATUSES = ['sending', 'written', 'failed'] as const

/** Names of the two properties that are selected together (CRM-26). */
export const PIPELINE_PROPERTY = 'pipeline'
export const STAGE_PROPERTY = 'dealstage'
/** Name of the property with the name of a deal. */
export const NAME_PROPERTY = 'dealname'

/** Reason of an empty value (CRM-29). The Japanese text is shown to readers of Japanese. */
export const KEPT_REASON = {
  en: 'The previous value of "No value" was retained because no clear role of the decision maker was indicated during the conversation.',
  ja: '会話の中で意思決定者の明確な役割が示されなかったため、以前の値「値なし」を保持しました。',
} as const

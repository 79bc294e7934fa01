import type * as deals from '../crm-deals.ts'
import type * as contract from '../crm.ts'
import type { TextsOf } from './operation-text.ts'

const projectFileId = 'File for which the caller asks; without it the caller must be owner or manager of the workspace.'

export const crmTexts: TextsOf<typeof contract> = {
  getCrmConnection: {
    summary: 'Read the connection to HubSpot',
    description: 'For the owner of the workspace.',
  },
  getCrmUrl: {
    summary: 'Start the connection to HubSpot',
    description:
      'Returns the address of the page at HubSpot where the owner agrees. Its state can be used once, by this session, within 10 minutes.',
    fields: { is_app: 'Whether the companion app asks: then the way back leads into it.' },
    answer: { redirect_uri: 'Where HubSpot sends the browser back to; sent with the code.' },
  },
  connectCrm: {
    summary: 'Connect the workspace to HubSpot',
    description:
      'Uses the code and the state of the callback. A wrong, foreign, used or expired one is refused with `incorrect`.',
    fields: {
      code: 'Code of the callback.',
      redirect_uri: 'The address that was sent to HubSpot.',
      state: 'State of the callback.',
    },
  },
  disconnectCrm: {
    summary: 'End the connection to HubSpot',
    description: 'The tokens are revoked at HubSpot and deleted. Deals of files and their history stay.',
  },
  openCrmCallback: {
    summary: 'Find the way back from HubSpot',
    description: 'Returns where the browser goes with the answer of HubSpot. The state stays unused.',
    fields: { code: 'Code of HubSpot.', state: 'State of the request.', error: 'Why HubSpot gave no code.' },
    answer: { location: 'A page of this application, or a link into the installed app.' },
  },
  getCrmMaster: {
    summary: 'Read pipelines, groups and properties of the portal',
    description: 'A copy that is younger than 10 minutes is returned as it is.',
    fields: {
      force: '1 asks HubSpot in any case.',
      any_age: '1 returns also an older copy, and says with `is_due` that HubSpot should be asked.',
      projectFileId,
    },
    answer: { is_due: 'The copy is older than 10 minutes: the call without `any_age` asks HubSpot.' },
  },
  listCrmDeals: {
    summary: 'List deals of the portal',
    description: 'The last changed first. HubSpot counts up to 10,000 deals of one query.',
    fields: {
      pipeline: 'Id of a pipeline.',
      stage: 'Id of a stage.',
      query: 'Words of the name.',
      projectFileId,
    },
  },
}

export const crmDealTexts: TextsOf<typeof deals> = {
  getCrmFileDeal: {
    summary: 'Read the deal of a file',
    description: 'What Kaiwa stores: the deal, what was written last, and the last generation of the caller.',
    answer: {
      written: 'What was written last to this deal from this file, by property.',
      generation: 'The last generation of the caller that is not older than a day; null without one.',
      note: 'Why no model writes the values; null if one does.',
      count: 'Chats of the workspace in the current month.',
    },
  },
  removeCrmFileDeal: {
    summary: 'Remove the deal of a file',
    description: 'The deal at HubSpot and the history stay.',
  },
  getCrmDeal: {
    summary: 'Read a deal at HubSpot',
    description: 'With the values of all properties that can be written. A merged deal answers under its new id.',
    fields: { projectFileId: 'File for which the caller asks.' },
  },
  updateCrmDeal: {
    summary: 'Write values to a deal',
    description:
      'Writes all values or none, and registers the deal with the file. A property that changed at HubSpot is refused with E_CONFLICT (`crm.changed`) and `conflicts`. A repeated `write_key` writes nothing.',
    fields: {
      projectFileId: 'File that is registered with the deal.',
      properties: 'Name of a property → value as HubSpot stores it; an empty text empties it.',
      is_save_property: 'Whether the selection is saved for the workspace.',
      setting_properties: 'The selection to save; null for the names of the properties that are written.',
      base: 'Name → value that the person saw.',
      overwrite: 'Name → value of a conflict that may be overwritten.',
      generation_id: 'Generation whose values were shown; null without one.',
      write_key: 'A uuid that the caller chooses for each write.',
    },
    answer: { write_id: 'Id of the write in the history.' },
  },
  generateCrmDeal: {
    summary: 'Propose values from the conversation',
    description:
      'Starts the generation and answers at once; `crm-generation-changed` tells when a value is ready. Counts as one chat, which is given back when it fails.',
    fields: {
      projectFileId: 'File with the conversation.',
      selectedProperties: 'Names of the properties.',
    },
  },
  getCrmGeneration: {
    summary: 'Read proposed values',
    description: 'For the person who started the generation. Citations are checked against the rights of today.',
  },
  cancelCrmGeneration: {
    summary: 'End a generation',
    description: 'Values that are ready stay. Does nothing if it has ended.',
  },
  listCrmWrites: {
    summary: 'Read what was written to deals from a file',
    description:
      'The last first, with values before and after and the evidence. Values and reasons are cut to 300 characters.',
  },
}

/** Fields of the answers about the CRM. */
export const crm = {
  'portal.name': 'Domain of the portal; null if unknown.',
  problem: 'Why HubSpot cannot be used: `not-set`, `revoked` or `scopes`; null otherwise.',
  portal: 'The connected portal; null without one.',
  is_trial: 'A stand-in takes the place of HubSpot.',
  connected_at: 'When it was connected.',
  connected_by: 'Who connected it; null if the account was deleted.',
  'files/{projectFileId}': 'Id of a file.',
  'deals/{dealId}': 'Id of a deal at HubSpot.',
  'generations/{generationId}': 'Id of a generation.',
  time_zone: 'Time zone of the portal, an IANA name.',
  currency: 'Currency of the portal, ISO 4217; null if unknown.',
  pipelines: 'Pipelines of deals in their order.',
  stages: 'Stages of the pipeline in their order.',
  groups: 'Groups with at least one property.',
  propertyCount: 'Number of properties of the group.',
  'getCrmMaster.response.properties': 'Properties of deals that can be written.',
  fieldType: 'How the property is edited.',
  options: 'Options of an enumeration.',
  'options.value': 'Value as HubSpot stores it.',
  groupName: 'Name of the group.',
  displayOrder: 'Place of the property in its group.',
  isCurrency: 'Whether the number is an amount in the currency of the portal.',
  isPercent: 'Whether the number is a share that is shown as a percentage: 0.3 is 30 %. Absent if it is not.',
  setting_properties: 'Names of the properties that are selected at first.',
  fetched_at: 'When HubSpot was asked.',
  pipeline: 'Id of the pipeline; null for none.',
  dealstage: 'Id of the stage; null for none.',
  createdAt: 'When the deal was created at HubSpot.',
  updatedAt: 'When the deal was changed at HubSpot.',
  is_more: 'Whether there are more deals than HubSpot finds.',
  deal: 'The deal; null without one.',
  properties: 'Properties of the deal by name.',
  'properties.value': 'Value as HubSpot stores it; null for none.',
  'written.value': 'Value as HubSpot stores it.',
  'values.value': 'Proposed value as HubSpot stores it; null if the previous one is retained.',
  'values.previous': 'Value of the deal when the generation began; null for none.',
  generation: 'The generation with its values.',
  pipeline_label: 'Name of the pipeline; null if unknown.',
  stage_label: 'Name of the stage; null if unknown.',
  registered_at: 'When the file was registered with the deal.',
  registered_by: 'Who registered it; null if the account was deleted.',
  written_at: 'When it was written.',
  is_shortened: 'Whether a text was cut to 300 characters.',
  written_by: 'Who wrote it; null if the account was deleted.',
  is_connected: 'Whether the portal of the deal is connected.',
  'Failure.conflicts': 'Properties that have another value at HubSpot than the caller saw; with E_CONFLICT.',
  'conflicts.current': 'Value at HubSpot now; null for none.',
}

// The definitions of a portal, in the shape that the dialog shows. Pure.
import type { CrmDefinitions, CrmValueFormat } from '@kaiwa/contract/crm.ts'
import type { HubspotApi, ProviderPipeline, ProviderProperty } from '../provider/hubspot-api.ts'

export type MasterData = CrmDefinitions

interface Parts {
  portal: { portalId: string; timeZone: string; currency: string | null }
  pipelines: readonly ProviderPipeline[]
  groups: readonly { name: string; label: string }[]
  properties: readonly ProviderProperty[]
}

/** Groups without properties are left out (CRM-22). A property of an unknown group gets one that is named like it. */
export function buildMaster({ portal, pipelines, groups, properties }: Parts): MasterData {
  const counts = new Map<string, number>()
  for (const { groupName } of properties) counts.set(groupName, (counts.get(groupName) ?? 0) + 1)
  const known = new Set(groups.map(({ name }) => name))
  const unknown = [...counts.keys()].filter((name) => !known.has(name)).map((name) => ({ name, label: name }))
  return {
    hubspot_id: portal.portalId,
    time_zone: portal.timeZone,
    currency: portal.currency,
    pipelines: pipelines.map(({ id, label, stages }) => ({
      id,
      label,
      stages: stages.map((stage) => ({ id: stage.id, label: stage.label })),
    })),
    groups: [...groups, ...unknown].flatMap(({ name, label }) => {
      const propertyCount = counts.get(name) ?? 0
      return propertyCount > 0 ? [{ name, label, propertyCount }] : []
    }),
    properties: [...properties],
  }
}

type MasterApi = Pick<HubspotApi, 'readPipelines' | 'readGroups' | 'readProperties'>

export async function fetchMaster(portal: Parts['portal'] & { api: MasterApi }): Promise<MasterData> {
  const [pipelines, groups, properties] = await Promise.all([
    portal.api.readPipelines(),
    portal.api.readGroups(),
    portal.api.readProperties(),
  ])
  return buildMaster({ portal, pipelines, groups, properties })
}

/** Labels of the pipeline and the stage of a deal; null where the portal has none with that id. */
export function labelsOf(
  data: Pick<MasterData, 'pipelines'>,
  { pipeline, stage }: { pipeline: string | null; stage: string | null },
): { pipeline_label: string | null; stage_label: string | null } {
  const found = data.pipelines.find(({ id }) => id === pipeline)
  return {
    pipeline_label: found?.label ?? null,
    stage_label: found?.stages.find(({ id }) => id === stage)?.label ?? null,
  }
}

/** How a value of a property is shown; null where the portal does not define the property. */
export function formatOf({ properties }: MasterData, name: string, value: string): CrmValueFormat | null {
  const property = properties.find((one) => one.name === name)
  if (!property) return null
  const { type, options, isCurrency, isPercent } = property
  const named = new Set([value, ...value.split(';')])
  return {
    type,
    options: options.filter((option) => named.has(option.value)),
    isCurrency,
    ...(isPercent === undefined ? {} : { isPercent }),
  }
}

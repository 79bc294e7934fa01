// The calls of a file's editor about its deal, and what HubSpot has got.
import { getCrmFileDeal, listCrmWrites } from '@kaiwa/contract/crm-deals.ts'
import type { HubspotServer } from '../hubspot.ts'
import type { TestApp } from '../open-test-app.ts'
import { type CrmFixture, writeDeal } from './crm.ts'

interface Current {
  test: TestApp
  hubspot: HubspotServer
  fixture: CrmFixture
}

/** `current` returns the fixture of the running test. */
export function dealCalls(current: () => Current) {
  const params = () => ({ projectFileId: current().fixture.file.id })
  return {
    write: (sent: Omit<Parameters<typeof writeDeal>[1], 'dealId' | 'fileId'>) => {
      const { test, fixture } = current()
      return writeDeal(test, { dealId: fixture.dealId, fileId: fixture.file.id, ...sent }, fixture.editor)
    },
    /** The writes of the file. */
    history: async () => {
      const { test, fixture } = current()
      return (await test.succeed(listCrmWrites, { params: params(), query: {} }, fixture.editor)).data
    },
    readFile: () => {
      const { test, fixture } = current()
      return test.succeed(getCrmFileDeal, { params: params() }, fixture.editor)
    },
    /** The value of a property at HubSpot. */
    stored: async (name: string): Promise<string | undefined> => {
      const { hubspot, fixture } = current()
      return (await hubspot.portal.readDeal(fixture.dealId))?.properties[name]
    },
    /** Number of PATCH calls that HubSpot has got. */
    patches: (): number => current().hubspot.calls.filter((call) => call.startsWith('PATCH ')).length,
  }
}

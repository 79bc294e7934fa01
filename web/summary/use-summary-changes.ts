// Changes of the summary of the open file. Each puts the answer into the cache. A failure is shown and rejects.
import { PROCESSING_REASON } from '@kaiwa/contract/chat-words.ts'
import type { EditedItem, Summary } from '@kaiwa/contract/summaries.ts'
import { SUMMARY_NOTES, type SummaryPartName } from '@kaiwa/contract/summary-words.ts'
import { useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useMemo } from 'react'
import { assistantQuery } from '../assistant/queries.ts'
import type { ApiError } from '../platform/api-error.ts'
import { call } from '../platform/call.ts'
import { showFailure } from '../platform/error-text.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import { refreshSummary, summaryQuery } from './queries.ts'

/** The text of a refusal that only summaries have. */
function ownText({ code, body }: ApiError): string | null {
  const t = i18next.getFixedT(null, 'summary')
  if (code === 'WORKSPACE_EXCEED_MAX_USAGE_QUOTA') return t('notes.no-chat')
  if (code !== 'E_CONFLICT') return null
  if (body['reason'] === PROCESSING_REASON) return t('processing')
  const note = SUMMARY_NOTES.find((one) => one === body['reason'])
  return note ? t(`notes.${note}`) : null
}

export function useSummaryChanges() {
  const client = useQueryClient()
  const { file } = useOpenFile()
  const fileId = file.id
  return useMemo(() => {
    const params = { fileId }
    const put = (summary: Summary) => client.setQueryData(summaryQuery(fileId).queryKey, summary)
    const shown = async (change: Promise<Summary>): Promise<void> => {
      try {
        put(await change)
      } catch (error) {
        showFailure(error, ownText)
        void refreshSummary(client, fileId)
        throw error
      }
    }
    return {
      /** Writes these parts with a model; counts as one chat. */
      generate: async (parts: readonly SummaryPartName[]) => {
        await shown(call('generateSummary', { params, body: { parts: [...parts] } }))
        void client.invalidateQueries(assistantQuery)
        void client.invalidateQueries({ queryKey: ['usage'] })
      },
      cancel: () => shown(call('cancelSummary', { params })),
      /** Failures are left to the editor, which keeps what was typed. */
      edit: async (part: SummaryPartName, version: number, items: EditedItem[]) =>
        put(await call('editSummary', { params, body: { part, version, items } })),
      refresh: () => client.fetchQuery({ ...summaryQuery(fileId), staleTime: 0 }),
    }
  }, [client, fileId])
}

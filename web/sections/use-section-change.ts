import { setSection } from '@kaiwa/transcript'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../platform/api-error.ts'
import { call } from '../platform/call.ts'
import { reportFailure } from '../platform/error-text.ts'
import { toast } from '../platform/toasts.ts'
import { useOpenFile } from '../transcripts/open-file.ts'

/**
 * Sets or (empty name) removes the section that starts with a block: in edit mode as an edit, otherwise directly on the
 * server (SEC-05…08). Returns whether it succeeded.
 */
export function useSectionChange(): (uuid: string, name: string | null) => Promise<boolean> {
  const { t } = useTranslation('sections')
  const { session, control } = useOpenFile()
  return async (uuid, name) => {
    if (session.getState().isEditing)
      return control.edits.run(() => session.edit((document) => setSection(document, uuid, name)))
    try {
      await call('changeSection', { body: { block_uuid: uuid, section_name: name } })
      toast.success(t('saved'))
      // The message of the change may be delayed or lost, so the changes are fetched here.
      await control.feed.catchUp().catch(() => undefined)
      return true
    } catch (error) {
      if (codeOf(error) === 'E_LOCKED') toast.error(t('locked'))
      else reportFailure(error)
      return false
    }
  }
}

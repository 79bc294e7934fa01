import type { EditSession } from '@kaiwa/editor/edit-session.ts'
import type { BlockRange } from '@kaiwa/transcript'
import { useTranslation } from 'react-i18next'
import { errorText } from '../platform/error-text.ts'
import { toast } from '../platform/toasts.ts'
import { tagPassages, untagPassages } from './tag-passages.ts'

/** Tags and untags with messages: failures are shown (decided against TAG-27), and so are removals (TAG-26). */
export function useTagging(session: EditSession) {
  const { t } = useTranslation('tags')
  return {
    tag: (ranges: readonly BlockRange[], tagId: number, isNew = false): Promise<void> =>
      tagPassages(session, ranges, tagId, isNew).catch((error: unknown) => {
        toast.error(t('notTagged', { reason: errorText(error) }))
      }),
    untag: (ranges: readonly BlockRange[], tagId: number): Promise<void> =>
      untagPassages(session, ranges, tagId).then(
        () => void toast.success(t('removed')),
        (error: unknown) => void toast.error(t('notUntagged', { reason: errorText(error) })),
      ),
  }
}

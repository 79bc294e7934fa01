import type { EditSession } from '@kaiwa/editor/edit-session.ts'
import type { BlockRange } from '@kaiwa/transcript'
import { useTranslation } from 'react-i18next'
import { errorText } from '../platform/error-text.ts'
import { toast } from '../platform/toasts.ts'
import { tagPassages, untagPassages } from './tag-passages.ts'

/** Tags and untags with messages: removals are shown (TAG-26), failures are logged (TAG-27) and, by decision, shown. */
export function useTagging(session: EditSession) {
  const { t } = useTranslation('tags')
  const report = (error: unknown, text: 'notTagged' | 'notUntagged') => {
    console.error(error)
    toast.error(t(text, { reason: errorText(error) }))
  }
  return {
    tag: (ranges: readonly BlockRange[], tagId: number, isNew = false): Promise<void> =>
      tagPassages(session, ranges, tagId, isNew).catch((error: unknown) => report(error, 'notTagged')),
    untag: (ranges: readonly BlockRange[], tagId: number): Promise<void> =>
      untagPassages(session, ranges, tagId).then(
        () => void toast.success(t('removed')),
        (error: unknown) => report(error, 'notUntagged'),
      ),
  }
}

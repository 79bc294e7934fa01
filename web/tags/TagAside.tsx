import { lazyPart } from '../platform/lazy-part.tsx'
import { useSavedSetting } from '../platform/use-saved-setting.ts'

const TagSidebar = lazyPart(async () => (await import('./TagSidebar.tsx')).TagSidebar, ['tags'])

/** The sidebar of tags where the account has it open (TAG-06). */
export const TagAside = ({ onShow }: { onShow: (uuid: string) => void }) => {
  const [isOpen, setIsOpen] = useSavedSetting('is_tag_list_opened')
  return isOpen && <TagSidebar onShow={onShow} onClose={() => setIsOpen(false)} />
}

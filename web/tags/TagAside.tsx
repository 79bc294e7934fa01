import { lazyPart } from '../platform/lazy-part.tsx'
import { useSavedSetting } from '../platform/use-saved-setting.ts'

const TagSidebar = lazyPart(async () => (await import('./TagSidebar.tsx')).TagSidebar, ['tags'])

/** The tag sidebar, when it is open in the account's settings (TAG-06). */
export const TagAside = ({ onShow }: { onShow: (uuid: string) => void }) => {
  const [isOpen, setIsOpen] = useSavedSetting('is_tag_list_opened')
  return isOpen && <TagSidebar onShow={onShow} onClose={() => setIsOpen(false)} />
}

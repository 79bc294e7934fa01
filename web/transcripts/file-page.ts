// The page of a file as a shell: tabs, panels, toolbar entries, block actions and menu entries that other domains add to
// it. web/app/FilePage.tsx connects them. The parts of a shown transcript read it from `useOpenFile`.
import type { BlockAction, TranscriptView } from '@kaiwa/editor'
import type { ParseKeys } from 'i18next'
import type { ComponentType, ReactNode } from 'react'
import { registry } from '../platform/registry.ts'
import type { Entry } from '../platform/registry.ts'
import type { FileDetail } from './queries.ts'
import type { SelectedText } from './selection/selected-text.ts'

type Label = ParseKeys<'transcripts'>

export interface FileProps {
  file: FileDetail
}

/** Another view of the file than the transcript. The key 1 selects the transcript, 2 the first of these tabs. */
export interface FileTab extends Entry {
  label: Label
  Panel: ComponentType<FileTabProps>
}

export interface FileTabProps extends Pick<PanelProps, 'onShow'> {
  /** Shows the transcript and searches for words in it. */
  onSearch: (words: string) => void
}

export interface PanelProps {
  view: TranscriptView | null
  /** Shows the transcript and scrolls it to a block. */
  onShow: (uuid: string) => void
}

export interface Panel extends Entry {
  side: 'left' | 'right'
  Panel: ComponentType<PanelProps>
}

export interface ToolbarEntryProps {
  /** The filter of the transcript: a speaker id, 0 for all. */
  speaker: number
  onSpeaker: (id: number) => void
}

export interface ToolbarEntry extends Entry {
  /** `start`: next to the tabs, not in edit mode. `end`: after the search. */
  side: 'start' | 'end'
  Entry: ComponentType<ToolbarEntryProps>
}

export interface BlockActionProps {
  action: BlockAction
  onClose: () => void
}

/** Reacts to a press on a part of a block, with a popover at it or a dialog. */
export interface BlockActionEntry extends Entry {
  types: readonly BlockAction['type'][]
  Action: ComponentType<BlockActionProps>
}

export interface OverlayProps {
  view: TranscriptView | null
  /** The selected text whose popover is open. */
  selected: SelectedText | null
}

export interface SelectionProps {
  selected: SelectedText
}

export type SelectionPart = ComponentType<SelectionProps & { onClose: () => void }>

export interface SelectionActionProps extends SelectionProps {
  /** Closes the popover of the selection. */
  onClose: () => void
  /** Closes the popover and shows a dialog or form for the same selection, until that calls its `onClose`. */
  onOpen: (Part: SelectionPart) => void
}

/** An entry of the popover for selected text, loaded with the first selection. */
export interface SelectionEntry<Props> extends Entry {
  isAvailable: (file: FileDetail) => boolean
  /** Loads the component and its texts. An action renders a `SelectionButton`. */
  load: () => Promise<ComponentType<Props>>
}

export interface MenuItem {
  label: Label
  Icon: ComponentType<{ size: number; 'aria-hidden': true }>
  Dialog: ComponentType<FileProps & { onClose: () => void }>
  isDangerous?: boolean
}

export interface MenuEntry extends Entry {
  isAvailable: (file: FileDetail) => boolean
  /** Called when the menu is first opened. */
  load: () => Promise<MenuItem>
}

export type LoadedMenuEntry = MenuEntry & MenuItem

export const filePage = {
  tabs: registry<FileTab>(),
  /** Sidebars of the transcript. A closed one renders nothing. */
  panels: registry<Panel>(),
  toolbar: registry<ToolbarEntry>(),
  blockActions: registry<BlockActionEntry>(),
  /** Parts above the transcript that are always present, such as colours and keys. */
  overlays: registry<Entry & { Overlay: ComponentType<OverlayProps> }>(),
  /** Buttons of the toolbar at selected text, in reading mode. */
  selectionActions: registry<SelectionEntry<SelectionActionProps>>(),
  /** Parts below that toolbar, also in edit mode. */
  selectionPanels: registry<SelectionEntry<SelectionProps>>(),
  /** Entries of the menu in the header. */
  menu: registry<MenuEntry>(),
  /** Buttons at the end of the header. */
  headerActions: registry<Entry & { Action: ComponentType<FileProps> }>(),
  /** Buttons for a file whose processing has failed. */
  recoveryActions: registry<Entry & { Action: ComponentType<FileProps> }>(),
  /** Give contexts of this domain their values, such as the names of speakers. */
  providers: registry<Entry & { Provider: ComponentType<FileProps & { children: ReactNode }> }>(),
}

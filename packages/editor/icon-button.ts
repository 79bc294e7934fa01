/** Action types of the buttons on a block line. */
export type BlockActionType = 'section' | 'removeSection' | 'speaker' | 'times' | 'comment' | 'recogniseAgain'

/** SVG stroke paths in a 24 × 24 view box. */
const ICONS = {
  add: 'M12 5v14M5 12h14',
  section: 'M4 20h4l10.5-10.5a2.8 2.8 0 1 0-4-4L4 16v4M13.5 6.5l4 4',
  removeSection: 'M4 7h16M10 11v6M14 11v6M5 7l1 12a2 2 0 0 0 2 2h8a2 2 0 0 0 2-2l1-12M9 7V4h6v3',
  recogniseAgain: 'M20 11a8 8 0 1 0-2.3 6.7M20 4v7h-7',
  comment: 'M5 5h14a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-7l-5 4v-4H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1',
  times: 'M12 7v5l3 3M3 12a9 9 0 1 0 18 0a9 9 0 0 0-18 0',
}

const SVG = 'http://www.w3.org/2000/svg'

/** A small icon button with `label` as accessible name. */
export function iconButton(
  type: Exclude<BlockActionType, 'speaker'>,
  label: string,
  icon: keyof typeof ICONS = type,
): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'kaiwa-action'
  button.tabIndex = -1
  button.dataset.action = type
  button.ariaLabel = label
  button.title = label
  const picture = document.createElementNS(SVG, 'svg')
  picture.setAttribute('viewBox', '0 0 24 24')
  picture.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', ICONS[icon])
  picture.append(path)
  button.append(picture)
  return button
}

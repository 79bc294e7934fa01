// Commands that split and merge blocks, as pure functions. Those that type are in `@kaiwa/transcript/type-text.ts`.

import { mergeBack as joinBack, mergeForward as joinForward, splitBlock } from '@kaiwa/transcript'
import type { CreateUuid, Edit, TextPosition } from '@kaiwa/transcript'
import { isCaret } from '@kaiwa/transcript/type-text.ts'
import type { Command, CommandResult } from '@kaiwa/transcript/type-text.ts'

function resultOf(edit: Edit | null, caret: TextPosition): CommandResult | null {
  return edit && { edit, caret }
}

/** Ctrl/Cmd+Enter: splits the block at the caret or at the start of the selection. */
export function split(createUuid: CreateUuid): Command {
  return (document, { from }) => {
    const edit = splitBlock(document, from, createUuid)
    const made = edit?.changes.find((change) => change.type === 'insert')
    return resultOf(edit, made ? { uuid: made.block.uuid, offset: 0 } : { uuid: from.uuid, offset: 0 })
  }
}

/** Backspace at the start of a block: merges it into the previous one. */
export function mergeBack(createUuid: CreateUuid): Command {
  return (document, selected) => {
    const { uuid, offset } = selected.from
    if (!isCaret(selected) || offset > 0) return null
    const edit = joinBack(document, uuid, createUuid)
    const target = document.blocks.at(document.blocks.indexOf(uuid) - 1)
    return target ? resultOf(edit, { uuid: target.uuid, offset: target.content.length }) : null
  }
}

/** Delete at the end of a block: merges the next one into it. */
export function mergeForward(createUuid: CreateUuid): Command {
  return (document, selected) => {
    const { uuid, offset } = selected.from
    const { length } = document.blocks.get(uuid)?.content ?? ''
    if (!isCaret(selected) || offset < length) return null
    return resultOf(joinForward(document, uuid, createUuid), { uuid, offset: length })
  }
}

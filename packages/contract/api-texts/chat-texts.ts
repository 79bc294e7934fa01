import type * as messages from '../chat-messages.ts'
import type * as chats from '../chats.ts'
import type { TextsOf } from './operation-text.ts'

const CHAT_ONLY = 'A chat exists only for the person who started it, while they see its folder.'

export const chatTexts: TextsOf<typeof chats> = {
  listChatTemplates: {
    summary: 'List the prepared questions',
    description: 'Names and questions in the language of the request.',
    answer: { name: 'Name.', question: 'Text for the input.' },
  },
  getAssistant: {
    summary: 'Read models, consent and counter of the assistant',
    description:
      'The model that the next answer of the caller uses, the hosts to which text is sent, and the chats left.',
    answer: { model: 'The model that answers next; null while passages are listed instead.' },
  },
  agreeToProvider: {
    summary: 'Agree that text is sent to a provider',
    description: 'For the owner of the workspace, once for each host. An unknown host is refused with `incorrect`.',
  },
  withdrawFromProvider: {
    summary: 'Withdraw the consent to a provider',
    description: 'For the owner of the workspace. Answers that the host is writing end with an error.',
  },
  listChats: {
    summary: 'List the chats of a folder',
    description: 'Chats of the caller, last question first, 20 per page.',
    fields: { project_file_id: 'Only chats about this file.' },
  },
  createChat: {
    summary: 'Start a chat',
    description: 'Creates a chat without messages. Without files it covers the folder and its subfolders.',
    fields: {
      title: 'Title. Spaces are collapsed, and it is cut to 100 characters.',
      project_file_ids: 'Ids of the files to ask about, at most 100; empty for the whole folder.',
      speaker_ids: 'Ids of speakers, at most 50. Only what they said is read; everything if empty.',
      template_id: 'Id of a prepared question; null for none.',
    },
  },
  getChat: { summary: 'Read a chat', description: CHAT_ONLY },
  renameChat: {
    summary: 'Rename a chat',
    description: CHAT_ONLY,
    fields: { title: 'Title, 1 to 100 characters.' },
  },
  deleteChat: {
    summary: 'Delete a chat',
    description: 'Deletes it with its messages. An answer that is being written ends.',
  },
  cancelChat: {
    summary: 'End the answer that is being written',
    description: 'Its text so far stays. Does nothing if no answer is being written.',
  },
}

export const chatMessageTexts: TextsOf<typeof messages> = {
  listChatMessages: {
    summary: 'List the messages of a chat',
    description: 'Messages in order, with the text so far of an answer that is being written.',
    fields: { from_id: 'Id of the first message to return; all when left out.' },
  },
  sendChatMessage: {
    summary: 'Ask a question',
    description:
      'Answers with the question and the empty answer. Its text arrives as `message-delta` and its end as `has_message` on the channel of the chat. Refused with E_CONFLICT (`processing`) while another answer is being written.',
    fields: { content: 'The question, 1 to 400 characters.', template_id: 'Id of a prepared question; null for none.' },
  },
  getChatMessage: {
    summary: 'Read a message with its blocks',
    description: 'The message, and the blocks that it cites as they are now.',
  },
  regenerateChatMessage: {
    summary: 'Write an answer again',
    description: 'The answer keeps its id and begins again. Counts like a question.',
  },
  reactToChatMessage: {
    summary: 'Rate an answer',
    description: 'Replaces the rating; an empty value removes it.',
    fields: { react: '`like`, `dislike` or empty.' },
  },
  reportChatMessage: {
    summary: 'Report the error of an answer',
    description: 'Tells the operator of the installation. Refused with E_CONFLICT (`state`) without an error.',
  },
}

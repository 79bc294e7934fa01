import { type Kysely, sql } from 'kysely'

/**
 * Chats with the assistant. A chat belongs to one person in one workspace. It covers chosen files, or all files of its
 * folder and the subfolders.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table chats (
      id integer generated always as identity primary key,
      workspace_id integer not null references workspaces on delete cascade,
      owner_id integer not null references users on delete cascade,
      project_id integer not null references projects on delete cascade,
      title text not null,
      -- False: only the rows of chat_files, which may all have been deleted.
      covers_folder boolean not null,
      template_id integer,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index chats_of_owner on chats (owner_id, project_id, updated_at desc, id desc);
    create index chats_project on chats (project_id);
    create index chats_workspace on chats (workspace_id);

    create table chat_files (
      chat_id integer not null references chats on delete cascade,
      file_id integer not null references files on delete cascade,
      primary key (chat_id, file_id)
    );
    create index chat_files_file on chat_files (file_id);

    create table chat_speakers (
      chat_id integer not null references chats on delete cascade,
      speaker_id integer not null references speakers on delete cascade,
      primary key (chat_id, speaker_id)
    );
    create index chat_speakers_speaker on chat_speakers (speaker_id);

    create table chat_messages (
      id integer generated always as identity primary key,
      chat_id integer not null references chats on delete cascade,
      -- Null: an answer of the assistant.
      user_id integer references users on delete cascade,
      -- The question of an answer.
      question_id integer references chat_messages on delete cascade,
      content text not null default '',
      template_id integer,
      status text not null default 'done' check (status in ('writing', 'done', 'failed', 'canceled')),
      error text check (error in ('not-ready', 'rate-limit', 'tpm-exceeded', 'length-limit', 'server-error')),
      source text check (source in ('model', 'passages')),
      note text check (note in ('no-model', 'no-consent')),
      model text,
      -- Host that writes the answer; null without a model.
      host text,
      locale text,
      -- Raised when the answer is written again; part of the cause in the usage ledger.
      generation integer not null default 1,
      -- Raised when a worker begins to write: a worker with an older number writes nothing.
      claim integer not null default 0,
      -- Parts of the answer with the quotes that support them.
      statements jsonb not null default '[]',
      -- Files from which text was used. Without them the answer is not shown as a whole.
      read_files integer[] not null default '{}',
      reaction text check (reaction in ('like', 'dislike')),
      reported_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index chat_messages_chat on chat_messages (chat_id, id);
    create index chat_messages_question on chat_messages (question_id);
    create index chat_messages_user on chat_messages (user_id);
    create index chat_messages_writing on chat_messages (chat_id) where status = 'writing';

    -- The owner of a workspace agreed that text is sent to this host.
    create table provider_consents (
      workspace_id integer not null references workspaces on delete cascade,
      host text not null,
      agreed_by integer references users on delete set null,
      agreed_at timestamptz not null default now(),
      primary key (workspace_id, host)
    );
    create index provider_consents_person on provider_consents (agreed_by);
  `.execute(db)
}

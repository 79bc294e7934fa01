import { type Kysely, sql } from 'kysely'

/**
 * Threads of comments on passages of a transcript. A thread belongs to its file, not to a block: blocks are replaced when
 * a recording is recognised again, and the thread stays with its quote and time.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table comment_threads (
      id integer generated always as identity primary key,
      file_id integer not null references files on delete cascade,
      -- The passage: block, UTF-16 offsets, its text, and its time in seconds. Where it was, if it is removed.
      block_uuid uuid not null,
      start_offset integer not null,
      end_offset integer not null,
      text text not null,
      time double precision not null,
      is_removed boolean not null default false,
      -- The text of the passage when the thread was created.
      quote text not null,
      created_by integer references users on delete set null,
      created_at timestamptz not null default now(),
      resolved_at timestamptz,
      resolved_by integer references users on delete set null
    );
    create index comment_threads_file on comment_threads (file_id, time, id);
    create index comment_threads_creator on comment_threads (created_by);
    create index comment_threads_resolver on comment_threads (resolved_by);

    create table comments (
      id integer generated always as identity primary key,
      thread_id integer not null references comment_threads on delete cascade,
      author_id integer references users on delete set null,
      body text not null,
      created_at timestamptz not null default now(),
      edited_at timestamptz
    );
    create index comments_thread on comments (thread_id, id);
    create index comments_author on comments (author_id);

    create table comment_mentions (
      comment_id integer not null references comments on delete cascade,
      user_id integer not null references users on delete cascade,
      -- The name as it stands in the text.
      name text not null,
      primary key (comment_id, user_id)
    );
    create index comment_mentions_user on comment_mentions (user_id);

    alter table notifications drop constraint notifications_type_check;
    alter table notifications add constraint notifications_type_check check (type in (
      'project-invited', 'project-joined', 'project-file-interview', 'project-file-completed',
      'comment-mentioned', 'comment-replied', 'comment-added'));
    alter table notifications add column thread_id integer references comment_threads on delete cascade;
    create index notifications_thread on notifications (thread_id) where thread_id is not null;
  `.execute(db)
}

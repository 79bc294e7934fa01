import { type Kysely, sql } from 'kysely'

/** Notifications in the app. Whether the reader may still see one is checked when it is read, by the access join. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table notifications (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      type text not null check (type in (
        'project-invited', 'project-joined', 'project-file-interview', 'project-file-completed')),
      topic text not null,
      flag smallint not null default 0 check (flag in (0, 1, -1)),
      item_id integer not null references items on delete cascade,
      actor_id integer references users on delete set null,
      invitation_id integer references invitations on delete cascade,
      event_id bigint not null,
      created_at timestamptz not null default now(),
      unique (user_id, topic)
    );
    comment on column notifications.topic is 'what it is about, once for each reader';
    comment on column notifications.event_id is 'the newest event about it: only a newer one tells of it again';
    create index notifications_newest on notifications (user_id, created_at desc, id desc);
    create index notifications_unread on notifications (user_id) where flag = 0;
    create index notifications_item on notifications (item_id);
    create index notifications_invitation on notifications (invitation_id) where invitation_id is not null;
  `.execute(db)
}

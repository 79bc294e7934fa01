import { type Kysely, sql } from 'kysely'

/**
 * The connection of a workspace to HubSpot, the deals of files, generated values, and the log of what was written. Tokens
 * are encrypted; `key_id` names the secret that they were encrypted with.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create sequence crm_connection_versions as integer;
    create table crm_connections (
      workspace_id integer primary key references workspaces on delete cascade,
      portal_id text not null,
      -- The domain of the portal, as HubSpot names it; null if unknown.
      portal_name text,
      time_zone text not null,
      currency text,
      scopes text[] not null,
      access_token bytea not null,
      refresh_token bytea not null,
      key_id text not null,
      access_expires_at timestamptz not null,
      -- A new number for each connect and refresh, never used twice: a process with another number read other tokens.
      version integer not null default nextval('crm_connection_versions'),
      -- Until then, one process is asking HubSpot for new tokens. If it dies, another one asks afterwards.
      refreshing_until timestamptz,
      -- Why HubSpot refuses the tokens; null while it accepts them.
      problem text check (problem in ('revoked', 'scopes')),
      -- HubSpot asked us to wait until then.
      blocked_until timestamptz,
      -- When the next search may be sent: all processes share the limit of the portal.
      next_search_at timestamptz not null default '-infinity',
      connected_by integer references users on delete set null,
      connected_at timestamptz not null default now()
    );
    create index crm_connections_portal on crm_connections (portal_id);
    create index crm_connections_person on crm_connections (connected_by);
    comment on column crm_connections.access_token is 'AES-256-GCM: iv, tag, ciphertext; bound to the workspace and the kind of token.';

    create table crm_oauth_states (
      -- SHA-256 of the state: a copy of the database cannot answer a callback.
      state_hash bytea primary key,
      workspace_id integer not null references workspaces on delete cascade,
      user_id integer not null references users on delete cascade,
      session_id integer not null references sessions on delete cascade,
      redirect_uri text not null,
      is_app boolean not null,
      expires_at timestamptz not null
    );
    create index crm_oauth_states_workspace on crm_oauth_states (workspace_id);
    create index crm_oauth_states_user on crm_oauth_states (user_id);
    create index crm_oauth_states_session on crm_oauth_states (session_id);
    create index crm_oauth_states_expiry on crm_oauth_states (expires_at);

    create table crm_master (
      workspace_id integer primary key references crm_connections on delete cascade,
      -- Pipelines, groups and properties of the portal.
      data jsonb not null,
      fetched_at timestamptz not null
    );
    comment on table crm_master is 'Cache of what a portal defines.';

    create table crm_settings (
      workspace_id integer primary key references workspaces on delete cascade,
      -- Names of the properties that the deal dialog ticks.
      properties text[] not null
    );

    create table crm_deals (
      file_id integer primary key references files on delete cascade,
      workspace_id integer not null references workspaces on delete cascade,
      portal_id text not null,
      deal_id text not null,
      deal_name text not null,
      pipeline text,
      stage text,
      registered_by integer references users on delete set null,
      registered_at timestamptz not null default now()
    );
    create index crm_deals_deal on crm_deals (workspace_id, portal_id, deal_id);
    create index crm_deals_person on crm_deals (registered_by);
    comment on table crm_deals is 'The deal of a file. Kept when the connection ends.';

    create table crm_generations (
      id integer generated always as identity primary key,
      workspace_id integer not null references workspaces on delete cascade,
      file_id integer not null references files on delete cascade,
      portal_id text not null,
      deal_id text not null,
      requested_by integer not null references users on delete cascade,
      -- Null: written by rules, without a model.
      model text,
      host text,
      locale text not null check (locale in ('ja', 'en')),
      status text not null check (status in ('writing', 'finished', 'failed', 'canceled')),
      error text check (error in ('not-ready', 'rate-limit', 'tpm-exceeded', 'length-limit', 'server-error')),
      -- Definitions of the properties when the generation began.
      properties jsonb not null,
      -- Raised when a worker begins to write: a worker with an older number writes nothing.
      claim integer not null default 0,
      created_at timestamptz not null default now(),
      ended_at timestamptz
    );
    create index crm_generations_person on crm_generations (requested_by, file_id, id desc);
    create unique index crm_generations_one on crm_generations (requested_by, file_id) where status = 'writing';
    create index crm_generations_file on crm_generations (file_id);
    create index crm_generations_workspace on crm_generations (workspace_id);
    create index crm_generations_age on crm_generations (created_at);

    create table crm_values (
      generation_id integer not null references crm_generations on delete cascade,
      property text not null,
      -- Order of the selection.
      position integer not null,
      status text not null check (status in ('waiting', 'ready', 'failed')),
      -- Value of the deal when it was read for the generation; null for none.
      previous text,
      -- The proposed value; null if the conversation supports none.
      value text,
      reason text not null default '',
      evidence jsonb not null default '[]',
      primary key (generation_id, property)
    );

    create table crm_writes (
      id integer generated always as identity primary key,
      -- Chosen by the browser: a repeated call with the same id is one write.
      write_key uuid not null,
      -- Hash of what the call asks for: the same key with other content is refused.
      content_hash bytea not null,
      workspace_id integer not null references workspaces on delete cascade,
      file_id integer not null references files on delete cascade,
      portal_id text not null,
      deal_id text not null,
      deal_name text not null,
      written_by integer references users on delete set null,
      -- sending: HubSpot may have got it; written: HubSpot has answered, or the deal was read again with the values.
      status text not null check (status in ('sending', 'written', 'failed')),
      -- [{name, label, before, after, reason, evidence}]
      properties jsonb not null,
      -- The selection of the workspace is saved with the end of the write.
      saves_selection boolean not null default false,
      -- The file was removed from its deal while the answer was not known: the end of the write does not register it again.
      is_removed boolean not null default false,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      unique (workspace_id, write_key)
    );
    create index crm_writes_file on crm_writes (file_id, id desc);
    create index crm_writes_person on crm_writes (written_by);
    create index crm_writes_sending on crm_writes (created_at) where status = 'sending';
    comment on table crm_writes is 'History of a file: who wrote which values to which deal, with the evidence.';

    create table trial_crm_objects (
      -- portal, code, grant, refresh, access
      type text not null,
      id text not null,
      body jsonb not null,
      version integer not null default 1,
      updated_at timestamptz not null default now(),
      primary key (type, id)
    );
    comment on table trial_crm_objects is 'State of the stand-in portal that takes the place of HubSpot in local mode.';

    -- Not logged: a lost count is no loss, and each call of the API writes one.
    create unlogged table trial_crm_windows (
      id text primary key,
      count integer not null default 1,
      created_at timestamptz not null default now()
    );
    comment on table trial_crm_windows is 'Calls of the stand-in''s API in each window of its limits.';

    create table trial_crm_deals (
      portal_id text not null,
      id text not null,
      properties jsonb not null,
      -- From the properties, for the searches of lists; the name is folded.
      name text not null,
      pipeline text not null,
      stage text not null,
      created_at timestamptz not null,
      modified_at timestamptz not null,
      archived_at timestamptz,
      -- The deal that this one was merged into.
      merged_into text,
      primary key (portal_id, id)
    );
    create index trial_crm_deals_order on trial_crm_deals (portal_id, modified_at desc, id desc) include (name)
      where archived_at is null;
    create index trial_crm_deals_stage on trial_crm_deals (portal_id, pipeline, stage, modified_at desc, id desc)
      where archived_at is null;
    comment on table trial_crm_deals is 'Deals of the stand-in portals.';
  `.execute(db)
}

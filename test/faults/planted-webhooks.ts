import type { Patch } from './patched-source.ts'

/** What is replayed stands in line by its age, so before what has just happened. */
export const replayOvertaking: Patch = {
  file: 'server/webhooks/deliveries.ts',
  from: '.orderBy(sql`(replay_id is not null)`)',
  to: '',
}

/** A delivery does not wait for the one before it of its object. */
export const orderLost: Patch = {
  file: 'server/webhooks/deliver.ts',
  from: 'if (blocked) {',
  to: `if (blocked && process.env['NEVER']) {`,
}

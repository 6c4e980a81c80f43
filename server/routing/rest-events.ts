import type { OfferedMethod } from '#contract/methods.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'

/** A channel in one way to pay. */
export interface ChannelWay {
  channelKey: string
  type: OfferedMethod
  subType: string
}

interface RestEvent {
  event: Tables['channel_rest_events']['event']
  cause: Tables['channel_rest_events']['cause']
  /** Of a beginning: when the rest is to end. */
  until?: Date
  /** The tries by which a rest began, and those that failed. */
  tries?: number
  failed?: number
  /** Why a person did it. */
  reason?: string
}

/** Keeps for good that a rest began or ended. */
export function keepEvent(
  ctx: Ctx,
  { channelKey, type, subType }: ChannelWay,
  { event, cause, until, tries = 0, failed = 0, reason = '' }: RestEvent,
): void {
  ctx.append('channel_rest_events', {
    event_id: newId(),
    channel_key: channelKey,
    type,
    sub_type: subType,
    at: ctx.now,
    event,
    cause,
    until: until ?? null,
    tries,
    failed,
    actor_name: cause === 'person' ? ctx.actor.name : '',
    reason,
  })
}

import { z } from 'zod'
import type { Environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import { send } from './outbound.ts'

/** Another system of the operator that has credentials of the merchants' channels, from which they are imported. */
export interface CredentialSource {
  /** What it has for a merchant; never throws for errors of the source or the network. */
  list(merchant: { key: string; environment: Environment }): Promise<Found>
}
export type Found = { kind: 'found'; channels: readonly SourceChannel[] } | { kind: 'silent'; why: string }

/** A channel as the source has it. Nothing in it is believed before the catalogue has been asked. */
export interface SourceChannel {
  /** The source's own name for it. */
  id: string
  channel_key: string
  name: string
  country: string
  /** Its ways to pay; without any, all of the channel. */
  methods: readonly { type: string; sub_type: string }[]
  /** The values of each credential that can be chosen, and the id of the one that the source uses. */
  creds: Readonly<Record<string, { current: string; available: readonly { id: string; value: string }[] }>>
}

/**
 * For any system that answers `GET ?merchant_key&environment` as JSON with a bearer token; docs/operations.md describes the
 * answer. An answer of another form is as good as none.
 */
export function openCredentialSource({ url, token }: { url: string; token: string }): CredentialSource {
  return {
    async list({ key, environment }) {
      const address = new URL(url)
      address.searchParams.set('merchant_key', key)
      address.searchParams.set('environment', environment)
      const answer = await send(address.href, {
        method: 'GET',
        headers: { accept: 'application/json', authorization: `Bearer ${token}` },
        body: null,
        timeoutMs: limits.importSourceMs,
        maxBytes: limits.importSourceBytes,
        // The URL is a setting of the operator, so it is trusted.
        allowLoopback: true,
      })
      if ('fault' in answer) return { kind: 'silent', why: answer.text }
      if (answer.status !== 200) return { kind: 'silent', why: `The source answered ${answer.status}.` }
      const parsed = Answer.safeParse(parsedJson(answer.bodyText))
      if (!parsed.success) return { kind: 'silent', why: 'The source answered in another form.' }
      return { kind: 'found', channels: parsed.data.channels }
    },
  }
}

const name = z.string().regex(/^[\w.:-]{1,64}$/)
const Channel = z.strictObject({
  id: name,
  channel_key: name,
  name: z.string().trim().min(1).max(60),
  country: z.string().max(10).default(''),
  methods: z
    .array(z.strictObject({ type: name, sub_type: z.string().max(40).default('') }))
    .max(100)
    .default([]),
  creds: z
    .record(
      name,
      z.strictObject({
        current: z.string().max(64).default(''),
        available: unique(
          z
            .array(z.strictObject({ id: name, value: z.string().max(limits.credentialLength) }))
            .max(limits.importValues),
        ),
      }),
    )
    .default({}),
})
const Answer = z.strictObject({ channels: unique(z.array(Channel).max(limits.channels)) })

/** A list in which each id is given once. */
function unique<Item extends { id: string }>(list: z.ZodType<Item[]>): z.ZodType<Item[]> {
  return list.refine((items) => new Set(items.map(({ id }) => id)).size === items.length)
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

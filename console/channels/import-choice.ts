import type { importChannels, listImportable } from '#contract/channel-imports.ts'
import type { WireInput, WireOutput } from '#contract/kit/call.ts'

export type Importable = WireOutput<typeof listImportable>['channels'][number]
export type ImportResult = WireOutput<typeof importChannels>

/** What a person has chosen of one channel. */
export interface Choice {
  isChosen: boolean
  /** Empty until one is chosen. */
  country: string
  /** The id of the value of each credential; empty until one is chosen. */
  creds: Readonly<Record<string, string>>
}

/** The source's own values. A channel with one that is not available is chosen by a person, who gives another. */
export function firstChoice(channel: Importable): Choice {
  const creds = Object.fromEntries(channel.creds.map(({ name, current }) => [name, current]))
  const choice = { isChosen: true, country: channel.country, creds }
  return { ...choice, isChosen: channel.state === 'ready' && missingOf(channel, choice).length === 0 }
}

/** The values that are still to be chosen: `country`, and credentials by name. */
export const missingOf = ({ creds }: Importable, choice: Choice): string[] => [
  ...(choice.country === '' ? ['country'] : []),
  ...creds.filter(({ name, is_optional }) => !is_optional && !choice.creds[name]).map(({ name }) => name),
]

/** A chosen channel as it is sent. */
export const chosenBody = (
  { id }: Importable,
  { country, creds }: Choice,
): WireInput<typeof importChannels>['body']['channels'][number] => ({
  id,
  country,
  creds: Object.fromEntries(Object.entries(creds).filter(([, value]) => value !== '')),
})

/** What became of a channel: under way, connected, left out by the server, or not sent for a failure of the request. */
export type Fate =
  | { kind: 'waiting' }
  | { kind: 'importing' }
  | { kind: 'connected'; key: string; name: string }
  | { kind: 'left_out'; left: ImportResult['left_out'][number] }
  | { kind: 'failed'; text: string }

export function fateOf({ id }: Importable, { connected, left_out: leftOut }: ImportResult): Fate {
  const made = connected.find((one) => one.id === id)
  if (made) return { kind: 'connected', key: made.key, name: made.name }
  const left = leftOut.find((one) => one.id === id)
  if (!left) throw new Error('the answer is not about the channel')
  return { kind: 'left_out', left }
}

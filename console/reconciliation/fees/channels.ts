import { listReconChannels } from '#contract/recon-sources.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { channelWord } from '#console/kit/i18n/channel-word.ts'

/** The merchant's channels: as choices, and the name of one by its key. */
export function useChannels(): { choices: { value: string; label: string }[]; nameOf: (key: string) => string } {
  const { data = [] } = useCall(listReconChannels, { query: { environment: environmentOf(useUser()) } })
  const names = new Map(data.map(({ payment_channel_key: key, name }) => [key, name]))
  return {
    choices: [...names].map(([value, label]) => ({ value, label })),
    nameOf: (key) => channelWord(key, names.get(key) ?? key),
  }
}

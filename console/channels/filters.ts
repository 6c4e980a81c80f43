import { channelTypes, type ChannelType } from '#contract/channel-catalogue/entry.ts'
import { countryCodes } from '#contract/countries.ts'
import { choice } from '#contract/kit/list.ts'
import { offeredMethods } from '#contract/methods.ts'
import type { Listed, ListState } from '#console/kit/list/list-state.ts'

/** What narrows the channels, as the address has it. Columns and sorts are those of a table that shows all of its rows. */
export const channelList: Listed = {
  columns: {},
  filters: {
    country: choice(countryCodes as [string, ...string[]]),
    payment_method: choice(offeredMethods),
    channel_type: choice(channelTypes),
  },
  sorts: ['name'],
  phone: { head: ['name'], value: 'enabled', line: [] },
}

/** What of a channel is searched and filtered by. */
export interface Sought {
  names: readonly string[]
  /** Where it can be used; `GLOBAL` alone for anywhere. */
  countries: readonly string[]
  methods: readonly string[]
  type: ChannelType
}

/** Whether a channel is among those that are looked for. */
export function isSought(channel: Sought, { search, filters }: Pick<ListState, 'search' | 'filters'>): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const names = channel.names.join(' ').toLowerCase()
  const anywhere = channel.countries.includes('GLOBAL')
  const chosen = (filter: string, values: readonly string[]) => {
    const wanted = filters[filter]
    return !Array.isArray(wanted) || wanted.some((one) => values.includes(one))
  }
  return (
    words.every((word) => names.includes(word)) &&
    (anywhere || chosen('country', channel.countries)) &&
    chosen('payment_method', channel.methods) &&
    chosen('channel_type', [channel.type])
  )
}

import type { ReactNode } from 'react'
import { useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { ChannelDetails } from './details.tsx'
import { NewChannel } from './new-channel.tsx'
import { ForPayouts } from './pay-type.tsx'

/** A connected payout channel by its key, or the form of a new connection of a channel of the catalogue. */
export default function PayoutChannel(): ReactNode {
  const { channel = '', channelName = '' } = useScreenSearch('payoutChannel')
  return (
    <ForPayouts>
      {channel === '' && channelName !== '' ? (
        <NewChannel key={channelName} catalogueKey={channelName} />
      ) : (
        <ChannelDetails key={channel} channelKey={channel} />
      )}
    </ForPayouts>
  )
}

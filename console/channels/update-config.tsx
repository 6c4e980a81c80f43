import type { ReactNode } from 'react'
import { useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { ChannelDetails } from './details.tsx'
import { NewChannel } from './new-channel.tsx'

/** A connected channel by its key, or the form of a new connection of a channel of the catalogue. */
export default function PaymentChannel(): ReactNode {
  const { channel = '', channelName = '' } = useScreenSearch('paymentChannel')
  if (channel === '' && channelName !== '') return <NewChannel key={channelName} catalogueKey={channelName} />
  return <ChannelDetails key={channel} channelKey={channel} />
}

import i18next from 'i18next'
import { outsideChannel } from '#contract/channel-shapes.ts'

/** The name of a payment's channel; money that went past all channels has a word in its place. */
export const channelWord = (key: string, name: string): string =>
  key === outsideChannel ? i18next.t(($) => $.payments.outsideChannel) : name

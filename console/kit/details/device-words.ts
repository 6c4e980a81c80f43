import i18next from 'i18next'
import type { Device } from '#contract/kit/device.ts'

/** 'Chrome on Linux', or the one of the two that is known; empty without both. */
export const deviceWords = ({ browser, system }: Device): string =>
  browser && system ? i18next.t(($) => $.detail.browserOn, { browser, system }) : browser || system

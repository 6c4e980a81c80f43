/** The tabs of the configuration, in the order in which a channel is set up. */
export const configurationTabs = [
  'channels',
  'mappings',
  'rules',
  'fees',
  'tolerance',
  'limits',
  'intake',
  'calendar',
  'switches',
] as const
export type ConfigurationTab = (typeof configurationTabs)[number]

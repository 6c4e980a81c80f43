/** The entries that are there. */
export const present = <T extends object>(given: object): T =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T

/** A field, or none where there is no value: `Reading` tells an absent field from an undefined one. */
export const optional = <Name extends string, Value>(name: Name, value: Value | undefined): { [N in Name]?: Value } =>
  (value === undefined ? {} : { [name]: value }) as { [N in Name]?: Value }

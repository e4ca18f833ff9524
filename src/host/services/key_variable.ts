/** The environment variable of a service's key, as messages name it. */
import { environmentVariable } from "../process.ts";

/** What a name of a key looks like that no key looks like. */
const NAME = /^(?=.*(?:^|_)(?:API|KEY|TOKEN|SECRET|APIKEY)(?:_|$))[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;
const MAX_LENGTH = 64;

/**
 * The variable that `setting` names. Somebody may have written the key itself there, so only a name that the
 * environment has, or that looks like one, is shown.
 */
function namedVariable(variable: string, setting: string): string {
  return isShown(variable) ? `${variable}, which \`${setting}\` names,` : `the variable that \`${setting}\` names`;
}

/** What is wrong with a variable that gives no key. */
export function lacksKey(variable: string, setting: string): string {
  const isSet = environmentVariable(variable) !== undefined;
  return `${namedVariable(variable, setting)} ${isSet ? "holds no key that can be sent" : "is not set"}`;
}

/** What to do when a service refuses the key, or wants one. */
export function refusedKeyHint(variable: string | undefined, setting: string): string {
  return variable === undefined
    ? `no key was sent: name its environment variable with \`${setting}\``
    : `${namedVariable(variable, setting)} is set: check the key in it`;
}

function isShown(variable: string): boolean {
  if (environmentVariable(variable) !== undefined) return true;
  return variable.length <= MAX_LENGTH && NAME.test(variable);
}

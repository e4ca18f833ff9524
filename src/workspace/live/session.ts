/** A workspace that is open: its configuration, its index, and whose turn it is. */
import type { Config } from "../../config/config.ts";
import { RaError, type Warning } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { loadReadingEngine } from "../../store/engine/load_reading.ts";
import type { Ask } from "../answers/ask.ts";
import type { OpenOptions, Stoppable } from "../contract.ts";
import type { Environment } from "../environment.ts";
import { type OptionTaker, requireKnownOptions } from "../option_names.ts";
import { createLiveIndex, type LiveIndex } from "./live_index.ts";
import { createQueue } from "./queue.ts";
import type { Reload } from "./reload.ts";

export interface SessionPlace {
  readonly fs: FileSystem;
  readonly directory: string;
  readonly home: string | null;
  readonly options: OpenOptions;
  readonly reload: Reload;
}

/** What one configuration needs. It is replaced as a whole when the configuration is read again. */
interface Settled {
  readonly environment: Environment;
  readonly index: LiveIndex;
}

export async function openSession(config: Config, place: SessionPlace): Promise<Session> {
  return new Session(place, await settle(config, place));
}

async function settle(config: Config, { fs, directory, home, options }: SessionPlace): Promise<Settled> {
  const engine = loadReadingEngine;
  const warn = (warning: Warning): void => options.onWarning?.(warning);
  const meaning = config.semantic.enabled
    ? (await import("./live_meaning.ts")).createLiveMeaning({ fs, home, config, engine, warn })
    : undefined;
  const environment: Environment = { fs, directory, config, options, engine, meaning };
  return { environment, index: createLiveIndex(environment) };
}

export class Session {
  readonly #place: SessionPlace;
  readonly #queue = createQueue();
  #settled: Settled;
  #asking: Ask | undefined;
  /** Aborted by the next {@link close}. A later call opens the workspace again. */
  #closing = new AbortController();
  /** The configuration whose warnings were told last. */
  #announced: Config | undefined;
  /** Counts how often the configuration was read again. Calls that overlap share a reload, as they share a refresh. */
  #reloads = 0;

  constructor(place: SessionPlace, settled: Settled) {
    this.#place = place;
    this.#settled = settled;
  }

  get environment(): Environment {
    return this.#settled.environment;
  }

  get index(): LiveIndex {
    return this.#settled.index;
  }

  /** Aborts when the workspace is closed. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  warn(warning: Warning): void {
    this.#place.options.onWarning?.(warning);
  }

  /** Says what the configuration leaves out: once, or in each answer of a server, because each client has to know. */
  announce(): void {
    const { config } = this.environment;
    if (this.#place.options.reload !== true && this.#announced === config) return;
    this.#announced = config;
    for (const warning of config.warnings) this.warn(warning);
  }

  /** Returns true if the configuration was read again and has changed. */
  async reconfigured(): Promise<boolean> {
    const config = await this.#place.reload(this.environment.config);
    if (config === undefined) return false;
    this.#closeSettled();
    this.#settled = await settle(config, this.#place);
    return true;
  }

  /** Throws `interrupted` if the workspace is closed before the turn comes, or the caller's signal aborts. */
  inTurn<T>(work: () => Promise<T>, asked?: Stoppable): Promise<T> {
    const askedOf = this.index;
    const begin = askedOf.ask();
    const before = this.#reloads;
    const { closed } = this;
    return this.#queue(async () => {
      if (closed.aborted) throw new RaError("interrupted", "the workspace was closed before this call had its turn");
      if (this.#place.options.reload === true && this.#reloads === before) {
        this.#reloads++;
        await this.reconfigured();
      }
      if (askedOf === this.index) begin();
      else this.index.ask()();
      return await work();
    }, asked);
  }

  /** Answers from the index, in turn. Checks the options before it waits for its turn. */
  async call<O extends Stoppable & { readonly update?: boolean | undefined }, T>(
    name: OptionTaker,
    options: O,
    work: (asked: O & { readonly update: boolean }, environment: Environment, index: LiveIndex) => Promise<T>,
  ): Promise<T> {
    requireKnownOptions(name, options);
    const update = options.update ?? this.#place.options.update ?? true;
    const answer = await this.inTurn(() => {
      this.announce();
      return work({ ...options, update }, this.environment, this.index);
    }, options);
    if (this.#place.options.reload === true) this.environment.meaning?.inIdleTime();
    return answer;
  }

  /** What asks language models. It keeps them open. */
  async asking(): Promise<Ask> {
    const { createAsk } = await import("../answers/ask.ts");
    const { fs, home } = this.#place;
    return this.#asking ??= createAsk(fs, home, (warning) => this.warn(warning));
  }

  close(): void {
    this.#closing.abort();
    this.#closing = new AbortController();
    this.#closeSettled();
    this.#asking?.close();
    this.#asking = undefined;
  }

  #closeSettled(): void {
    this.index.close();
    this.environment.meaning?.close();
  }
}

/** The thread that answers the requests of `ra serve`. */
import { answerCalls } from "../../serve/threads/answer_in_thread.ts";
import { prepareServe } from "./serve_answers.ts";

answerCalls(prepareServe);

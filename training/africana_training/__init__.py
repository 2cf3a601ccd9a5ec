"""Trains policies by self-play: proximal policy optimisation and other algorithms, against past versions and bots.

A run goes one way, from its config through its parts to the loop:

    train(config)              runs/session.py
      check_config             config/check.py        the config, its values checked (config/settings.py)
      make_run                 runs/run.py            the parts: game, algorithm (algorithms/), network (networks/),
                                                      optimizer, rollout with league (rollout/), rater (runs/rating.py)
      plan                     runs/update.py         the end of the run, in decisions
      update, until the end    runs/session.py
        train_step             runs/update.py
          collect              rollout/rollout.py     play games into a buffer
          advantages           rollout/advantages.py  of every decision, along its seat
          minibatches          runs/update.py         of the policy's decisions (rollout/samples.py)
            loss               algorithms/ppo.py
            step               runs/update.py         the optimizer
        rate, log, save        runs/session.py        ratings, metrics and display (logging/), checkpoints

`runs/checkpoints.py` keeps the folder of a run. It saves and loads a run from outside; the parts do not know it.
"""
